"""The `ground-truth` command: `ground-truth ROOM VERB …` opens a room's own door, and holds nothing else."""

import importlib
import sys

#: Rooms with a door, and what is behind it. A door is imported when it is opened.
DOORS = {
    "catalogue": ("catalogue.__main__", "index, add, label and run golden documents; coverage, regressions, gaps"),
    "systems": ("systems.__main__", "measure a system on the public corpus or on specimens"),
    "generator": ("generator.__main__", "render the public corpus, and check it against its manifest"),
    "graders": ("graders.__main__", "the kill matrix of the graders"),
    "analysis": ("analysis.__main__", "audit of the methods, comparison with a revision, the gate of runs"),
    "triage": ("publish.triage.__main__", "which fields to automate, at a client's own costs"),
    "local": ("publish.local.__main__", "a local site about your own documents, which is never published"),
    "publish": ("publish.__main__", "rebuild the site, or refuse to"),
}


def main(arguments: list[str] | None = None) -> int:
    """Open the door that is named, with what follows its name; 2 where none is of that name."""
    given = sys.argv[1:] if arguments is None else arguments
    if given[:1] in ([], ["--help"], ["-h"]):
        print("\n".join(_help()))
        return 0 if given else 2
    if given[0] not in DOORS:
        print(f"ground-truth: no room called {given[0][:40]} (one of {', '.join(DOORS)})", file=sys.stderr)
        return 2
    return int(importlib.import_module(DOORS[given[0]][0]).main(given[1:]))


def _help() -> list[str]:
    lines = [f"  {room:10} {says}" for room, (_, says) in DOORS.items()]
    return ["usage: ground-truth ROOM VERB …", "", *lines, "", "ground-truth ROOM --help lists the verbs of a room."]


if __name__ == "__main__":
    sys.exit(main())
