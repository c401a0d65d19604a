"""Made-up records of a red team and of a comparison with public documents, for the tiny site."""

from hashlib import sha256

from records.commitment import Checkpoint
from records.contamination import Contamination

CHANNELS = ("text", "n=1 aggregates", "data URIs", "extra CSV columns")
RULES = ("L1", "L2", "L3", "L7")
WORLDS = 25


def redteam() -> dict[str, object]:
    """Eighty mutations over 25 worlds, all caught, and no alarm on 25 clean builds."""
    mutations = [
        {"name": f"mutation {n:02}", "channel": CHANNELS[n % 4], "rule": RULES[n // 4 % 4], "caught": WORLDS, "total": WORLDS}
        for n in range(80)
    ]
    return {"alarms": 0, "builds": WORLDS, "fingerprint": "0" * 64, "mutations": mutations, "worlds": WORLDS}


def contamination(head: Checkpoint, documents: int) -> Contamination:
    """Nothing equal and nothing near between a private split and so many public documents of the tiny corpus."""
    return Contamination(
        split=head.split,
        root=head.root,
        corpus=sha256(b"corpus").hexdigest(),
        private=head.tree_size,
        public=documents,
        most_shared="1/4",
        equal=0,
        near=0,
    )
