"""The kill matrix: a grader is tested by what it kills (GRADING.md §6).

`mutants` are right answers made wrong in one way each; every one must be caught by the grader named
for it, with the class named for it, and nothing else may fall. `spellings` are right answers written
otherwise; every letter but that of the schema must stay as it is.
"""
