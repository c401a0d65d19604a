"""Every published number: intervals, tests, agreement, ranks, watching, power and calibration.

The room imports no other room and is pure: numbers in, named values out. The only random numbers
are those of `stats.stream`, which are a hash of a published tag. What is published is computed in
integers and fractions wherever that is possible; where a float is needed its last bits cannot
reach a published digit, and a guard raises if they could.
"""
