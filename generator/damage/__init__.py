"""Damage: how a page came to look as it does, one small file a kind, all in whole numbers."""
