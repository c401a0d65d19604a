"""What a document may call each thing, by language.

A list holds only wordings that mean the key and nothing else (GRADING.md §1), so that the label of
a printed figure is never a guess. Keys in capitals are answer keys, the others only stand on the page.
"""

from generator import words_de, words_en, words_fr
from generator.style import Language

SYNONYMS: dict[Language, dict[str, tuple[str, ...]]] = {"en": words_en.WORDS, "de": words_de.WORDS, "fr": words_fr.WORDS}
