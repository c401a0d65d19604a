"""The nouns of Ground Truth: frozen records, their canonical lines, one error family.

Every room may import `records`; `records` imports no other room.
"""
