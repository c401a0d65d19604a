"""What becomes of an answer: (label, value) -> one letter and its class, pure and deterministic.

`dispatch.grade` judges one answer to one document; `replicates.verdicts` joins the letters of its
replicates. Rules: GRADING.md §§2-5. The judged field is present and unjudged (`graders.judge`).
"""
