"""Running a system over golden documents, as the catalogue's history records it: the door of `catalogue run`."""
