"""The sealed lane: secret -> documents -> a system -> the graders -> PrivateVerdict lines.

Nothing outside this package imports it, and nothing private has a file format. What leaves it is a
commitment per document, verdict letters by commitment, and commitments to raw answers
(SECURITY.md §§1-2).

The corpus of every commitment is "ground-truth"; the split is the edition's name and "/private",
such as "edition-2/private". Documents are numbered 0, 1, 2, ... : first the invoices, then the pay
applications, as many of each as the plan says.

Keys live outside every repository, in the environment or in a file of mode 0600. A program that is
measured runs as the same user and could read such a file: run a stranger's program as another user
or in a container.
"""

CORPUS = "ground-truth"
