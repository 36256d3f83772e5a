"""Approving edits two keys of a task file and nothing else, however the file is laid out."""

import io

import pytest
from ruamel.yaml import YAML

from harness.approval import approved
from harness.errors import TaskError
from harness.strict_yaml import load

DIGEST = "sha256:" + "a" * 64
OLD = "sha256:" + "b" * 64


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("id: x\napproved: false\nz: 1\n", f"id: x\napproved: true\napproved_digest: {DIGEST}\nz: 1\n"),
        (
            "a: [1,   2]   # odd\napproved:   false  # not yet\n\n# z\nz: 'q'\n",
            f"a: [1,   2]   # odd\napproved:   true  # not yet\napproved_digest: {DIGEST}\n\n# z\nz: 'q'\n",
        ),
        ("approved: false", f"approved: true\napproved_digest: {DIGEST}"),
        ("  approved: false\n  z: 1\n", f"  approved: true\n  approved_digest: {DIGEST}\n  z: 1\n"),
        ("approved: false\r\nz: 1\r\n", f"approved: true\r\napproved_digest: {DIGEST}\r\nz: 1\r\n"),
        ("'approved':\n  False\nz: 1\n", f"'approved':\n  true\napproved_digest: {DIGEST}\nz: 1\n"),
        (f"approved: true\napproved_digest: {OLD} # old\n", f"approved: true\napproved_digest: {DIGEST} # old\n"),
        (f'approved_digest: "{OLD}"\napproved: false\n', f"approved_digest: {DIGEST}\napproved: true\n"),
        (f"{{approved: false, approved_digest: {OLD}}}\n", f"{{approved: true, approved_digest: {DIGEST}}}\n"),
        ("é: 😀\napproved: false\n", f"é: 😀\napproved: true\napproved_digest: {DIGEST}\n"),
        (
            "prompt: |\n  approved: false\napproved: false\n",
            f"prompt: |\n  approved: false\napproved: true\napproved_digest: {DIGEST}\n",
        ),
    ],
)
def test_only_the_two_keys_change(before: str, after: str) -> None:
    assert approved(load(before, "t.yaml"), DIGEST) == after
    other = YAML(typ="safe", pure=True)
    expected = other.load(io.StringIO(before)) | {"approved": True, "approved_digest": DIGEST}
    assert other.load(io.StringIO(after)) == expected


def test_approving_twice_changes_nothing() -> None:
    once = approved(load("approved: false\n", "t.yaml"), DIGEST)
    assert approved(load(once, "t.yaml"), DIGEST) == once


@pytest.mark.parametrize("text", ["{approved: false, z: 1}\n", "{approved: false,\n z: 1}\n"])
def test_a_layout_that_leaves_no_room_for_a_line_is_refused(text: str) -> None:
    with pytest.raises(TaskError, match=r"t.yaml:1: cannot be edited in place; write `approved: false` on a line of"):
        approved(load(text, "t.yaml"), DIGEST)
