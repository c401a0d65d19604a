"""The door that says what edited labels would change in every run there ever was."""
