"""The judge, for LINE_ITEM_DESCRIPTION alone: what no deterministic grader reaches.

The rule until a judge is assessed against human labels and passes the plan's threshold: there is
no judge, so every description is unjudged (U). Unjudged is counted, enters no denominator and is
never a failure; a rejected or unassessed judge never scores (GRADING.md §7).
"""

from typing import Final

NAME: Final = "judge"
OUTCOME: Final = "U"
REASON: Final = "unassessed"
