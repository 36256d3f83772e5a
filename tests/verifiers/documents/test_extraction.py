"""Finding the document; the cases are in fixtures/json_schema.jsonl. Here: nothing inside a document is touched."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from verifiers.documents.extraction import document

MARKS = st.sampled_from(["```json\n", "\n```\n", "<think>", "</think>", ",]", ",}", "{", "]", '"', "\\", "text "])
STRINGS = st.text(max_size=5) | st.lists(MARKS, max_size=5).map("".join)
VALUES = st.recursive(
    STRINGS | st.integers(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(STRINGS, inner, max_size=3),
    max_leaves=8,
)


@given(VALUES, st.booleans())
def test_a_document_comes_out_as_it_is_however_it_is_wrapped(value: Any, repair: bool) -> None:
    text = json.dumps(value)
    for output in (text, f"\n {text}\r\n", f"```json\n{text}\n```", f"~~~\n{text}\n~~~\n"):
        assert document(output, repair_trailing_commas=repair) == value


# Elsewhere a closing tag may end the reasoning that a chat template opened: it is a tag, not data.
@given(VALUES.filter(lambda value: "think>" not in json.dumps(value)))
def test_so_does_one_after_reasoning_or_amid_prose(value: Any) -> None:
    text = json.dumps(value)
    for output in (f"<think>hm</think>\n{text}", f"Here it is:\n\n```json\n{text}\n```\n\nBye."):
        assert document(output) == value
