"""One letter for one label of one answer, and the classes of reason it may carry."""

from typing import NamedTuple


class Judgement(NamedTuple):
    """What became of one label in one replicate. `outcome` is a letter of records.verdict.OUTCOMES."""

    label: str
    outcome: str
    grader: str
    reason: str = ""


#: Every class of reason, with what it says of an answer. A reason joins several with "+"; after a colon
#: stand the operands of not_evaluable and the figures of an error. A test keeps this list complete.
REASONS: dict[str, str] = {
    "true_absent": "the page has no such value and the answer is null",
    "missed": "null where the page has a value",
    "schema_missing_key": "the key is not in the answer",
    "schema_additional_key": "a key that the contract does not have",
    "schema_type": "a number, boolean, list or object where a text is due",
    "schema_empty_text": "an empty text where null is due",
    "schema_amount": "an amount that is not plain decimal text",
    "schema_date": "a date that is not YYYY-MM-DD",
    "schema_code": "a code that is not in its list",
    "null_synonym": "a word for nothing (N/A, none, empty text) where null is due",
    "fabricated": "a value that the page does not have",
    "wrong": "another value than the page has",
    "unparsed": "a text that spells no value of its kind",
    "ambiguous": "a text with several meanings, of which the contract's is not the true one",
    "currency_shown": "right, beside a mark that proves the right currency",
    "currency_unproven": "a mark that several currencies share proves none",
    "wrong_currency": "the right number with another currency's mark",
    "invalid_date": "no day of the calendar",
    "partial_date": "a date without its day",
    "ocr_confusable": "differs only in characters that image readers confuse",
    "invisible": "differs only in characters that show nothing, as a zero-width space",
    "leading_zeros": "differs only in leading zeros",
    "spacing": "differs only in inner spaces",
    "case": "differs only in case",
    "cut_short": "a part of the right text",
    "overrun": "the right text and more",
    "sign_flip": "the right number with the wrong sign",
    "scale_10x": "ten times too large or too small",
    "scale_100x": "a hundred times too large or too small",
    "scale_1000x": "a thousand times too large or too small",
    "unit_100x": "a fraction for percent points, or the reverse",
    "cent_off": "one cent beside the right amount",
    "day_month_swap": "day and month exchanged",
    "column_swap": "the true value of another column of the same row",
    "prior_period": "the value of the application before",
    "role_swap": "the true value of another field of the same kind",
    "repaired": "what the page should say to foot, not what it says",
    "row_missed": "no row of the answer is this row",
    "row_invented": "a row of the answer that is no row of the page",
    "row_subtotal": "a row that adds up rows of the page: a subtotal, a total, what a page carries forward",
    "row_repeated": "a row of the page once more",
    "row_memo": "an of-which line, which is a part of a row",
    "row_empty": "a row that says nothing",
    "out_of_order": "a row that is found, but not in the page's order: reported apart, and no failure",
    "row_merged": "a row of the answer that holds two rows of the page",
    "not_evaluable": "an operand of the relation is missing from the answer",
    "undetected": "the relation holds although an operand is wrong",
    "detected_error": "amounts are wrong and the answer does not foot; then the currency, their error, the error of what is due",
    "undetected_error": "amounts are wrong and the answer foots; then the currency, their error, the error of what is due",
    "unassessed": "no judge has been assessed, so the field is unjudged",
    "excluded": "the label is not scored; its record says why",
    "truncated": "the answer was cut short",
    "refused": "the system refused",
    "error": "the system failed",
    "timeout": "the system did not end in time",
    "unparseable": "the answer is not one strict JSON object",
}
