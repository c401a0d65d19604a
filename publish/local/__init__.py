"""The local site about a user's own documents: a folder of its own, marked, refused by the gate, never part of what is published."""
