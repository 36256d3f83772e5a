"""Every command that the documents show is run, and what they show of its output is compared.

In a ```console block, a line that begins with `$ ` is a command and the lines below it are its output; `…` stands for
anything. The commands of one document run in order, in one fresh clone.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
DOCUMENTS = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *ROOT.glob("docs/*.md")])
# Run elsewhere: by tests/test_first_run.py, and by whoever runs this.
ELSEWHERE = ("scripts/run", "scripts/test")


def commands(document: Path) -> list[tuple[str, str]]:
    """The (command, expected output) pairs of a document."""
    found: list[tuple[str, str]] = []
    for block in re.findall(r"^```console\n(.*?)^```", document.read_text(encoding="utf-8"), re.M | re.S):
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, output = part.partition("\n")
            found.append((command.split("  #")[0].strip(), output.strip("\n")))
    return found


SHOWN = {document: [pair for pair in commands(document) if pair[0] not in ELSEWHERE] for document in DOCUMENTS}


@pytest.mark.docker
@pytest.mark.parametrize("document", [d for d in DOCUMENTS if SHOWN[d]], ids=lambda d: str(d.relative_to(ROOT)))
def test_the_commands_of_a_document_do_what_it_says(document: Path, tmp_path: Path) -> None:
    clone = tmp_path / "touchstone"
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
    env = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(clone),  # the clone's code, not the checkout's
        "COLUMNS": "100",
    }
    for command, expected in SHOWN[document]:
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=clone, env=env, stdin=subprocess.DEVNULL, text=True, check=False,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,  # as a terminal shows them
        )  # fmt: skip
        assert done.returncode == 0, f"$ {command}\n{done.stdout}"
        pattern = ".*?".join(re.escape(part) for part in expected.split("…"))
        assert re.fullmatch(pattern, done.stdout.strip("\n"), re.S), f"$ {command}\n{done.stdout}"


def test_the_readme_shows_both_commands() -> None:
    shown = [command for command, _ in commands(ROOT / "README.md")]
    assert [command for command in shown if command in ELSEWHERE] == list(ELSEWHERE)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda d: str(d.relative_to(ROOT)))
def test_links_to_files_lead_somewhere(document: Path) -> None:
    text = re.sub(r"```.*?```|`[^`\n]*`", "", document.read_text(encoding="utf-8"), flags=re.S)
    links = re.findall(r"(?:\]\(|(?:src|srcset|href)=\")([^)\"#:]+)[)\"#]", text)
    assert [link for link in links if not (document.parent / link).exists()] == []
