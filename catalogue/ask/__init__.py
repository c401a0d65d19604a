"""The door of questions: what the index answers, as tab-separated lines."""
