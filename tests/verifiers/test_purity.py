"""All verifiers but code_exec are pure: what they judge with is the output and the config, nothing else.

A process imports them, judges every labelled output once (so that lazy imports are done), then shuts every door: an
audit hook refuses files, sockets and processes, and the clock, the environment and randomness raise. It judges them
all again, under another hash seed, locale and time zone each time, and has to say the same in every byte.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

FIXTURES = Path(__file__).parent / "fixtures"

JUDGE_ALL = """
import hashlib, json, os, pathlib, random, sys, time
sys.path.insert(0, os.getcwd())
import verifiers

kind = sys.argv[1]
fixtures = [json.loads(line) for line in pathlib.Path(sys.argv[2]).read_text(encoding="utf-8").split("\\n") if line]

def config(fixture):
    if "rule" in fixture:
        return {"type": kind, "rules": [fixture["rule"]], "strip": fixture.get("strip", {})}
    return {"type": kind, **fixture["config"]}

def judge_all():
    return [repr(verifiers.verify(fixture["output"], config(fixture))) for fixture in fixtures]

first = judge_all()

def shut(event, args):
    if event.split(".")[0] in ("open", "socket", "subprocess", "os", "shutil", "ctypes", "import", "tempfile"):
        raise PermissionError(f"{event} {args}")

def refuse(*args, **kwargs):
    raise PermissionError("the clock, the environment or randomness")

for module, names in ((time, ("time", "monotonic", "perf_counter", "time_ns", "localtime", "gmtime")),
                      (random, ("random", "randrange", "choice", "shuffle", "getrandbits")),
                      (os, ("urandom", "getenv", "getcwd"))):
    for name in names:
        setattr(module, name, refuse)
os.environ = type("Shut", (), {"get": refuse, "__getitem__": refuse, "__contains__": refuse, "__iter__": refuse})()
sys.addaudithook(shut)
again = judge_all()
assert again == first
print(hashlib.sha256("\\n".join(first).encode("utf-8", "surrogatepass")).hexdigest())
"""


def digest(kind: str, **environment: str) -> str:
    """What one process says about all labelled outputs of a verifier."""
    command = [sys.executable, "-c", JUDGE_ALL, kind, str(FIXTURES / f"{kind}.jsonl")]
    root, environment = Path(__file__).parents[2], {**os.environ, **environment}
    done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


@pytest.mark.parametrize("kind", sorted({path.stem for path in FIXTURES.glob("*.jsonl")} - {"code_exec"}))
def test_a_verdict_depends_on_output_and_config_alone(kind: str) -> None:
    one = digest(kind, PYTHONHASHSEED="1", LC_ALL="C", TZ="UTC")
    other = digest(kind, PYTHONHASHSEED="2", LC_ALL="C.UTF-8", TZ="Asia/Tokyo")
    assert one == other
