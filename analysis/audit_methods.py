"""The digest of a method: of the code that makes a cell of the audit, so that a changed method is simulated again."""

import ast
from collections.abc import Mapping
from hashlib import sha256

from records.audit import Kind

_MADE_BY: dict[Kind, str] = {
    "mean": "analysis.audit_intervals",
    "ratio": "analysis.audit_intervals",
    "difference": "analysis.audit_paired",
    "watch-null": "analysis.audit_watch",
    "watch-drop": "analysis.audit_watch",
}


def method_digests(sources: Mapping[str, str]) -> dict[Kind, str]:
    """For each kind of cell the SHA-256 of the code of the modules that compute it, from the sources of all modules by name.

    Comments, docstrings and the layout of lines are no part of it.
    """
    return {kind: _digest(reached(module, sources) | {"analysis.audit_cells"}, sources) for kind, module in _MADE_BY.items()}


def _digest(names: set[str], sources: Mapping[str, str]) -> str:
    return sha256("\n".join(f"{name}\n{stripped(sources[name])}" for name in sorted(names)).encode()).hexdigest()


def reached(module: str, sources: Mapping[str, str]) -> set[str]:
    """The module and all of the given ones that it imports, and they in turn."""
    found, waiting = set[str](), [module]
    while waiting:
        name = waiting.pop()
        if name in sources and name not in found:
            found.add(name)
            waiting += [
                target for node in ast.walk(ast.parse(sources[name])) if isinstance(node, ast.ImportFrom) for target in _targets(node)
            ]
    return found


def _targets(node: ast.ImportFrom) -> list[str]:
    origin = node.module or ""
    return [origin, *(f"{origin}.{alias.name}" for alias in node.names)]  # `from stats import normal` names a module


def stripped(source: str) -> str:
    """The code alone: a comment or a docstring may change without it.

    >>> stripped("x = 1  # why")
    'x = 1'
    """
    tree = ast.parse(source)
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list) and body and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
            node.body = body[1:] or ([] if isinstance(node, ast.Module) else [ast.Pass()])  # type: ignore[attr-defined]
    return ast.unparse(tree)
