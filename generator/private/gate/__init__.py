"""What the publish gate asks of the sealed lane, as a program of its own: content searched for (L4), worlds (L5), contamination (L8).

Publishing never imports the lane. It starts `python -m generator.private.gate` and reads what that prints: places
and counts, never content. Without keys it says what it could not do.
"""
