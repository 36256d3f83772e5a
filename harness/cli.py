"""The `touchstone` command: a table of commands, each imported only when it is asked for."""

import argparse
import io
import os
import sys
from importlib import import_module
from keyword import iskeyword
from types import ModuleType

from harness.errors import TouchstoneError

# command -> one line of help. The module is harness/commands/<command>.py, or <command>_.py for a word of Python's.
COMMANDS: dict[str, str] = {
    "check": "validate and prove tasks",
    "new": "write a task file to start from",
    "approve": "take tasks into the suite",
    "run": "ask one model all tasks, judge the answers, record the results",
    "generate": "first step of a run: ask the model; prints the run's id",
    "verify": "second step of a run: judge the answers",
    "record": "third step of a run: write results/",
    "paste": "judge an answer from elsewhere for one task, without a model call",
    "score": "judge a text by a bare verifier config",
    "import": "make tasks of a public benchmark's file",
    "rescore": "judge recorded answers again, without a model call",
    "rank": "print the leaderboard",
    "site": "build the static site",
    "serve": "show the built site on this machine",
}


def main(argv: list[str] | None = None) -> int:
    """Run one command. Exit code: 0 measured or valid, 1 a check failed, 2 could not measure, or usage."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a model's output may hold what this terminal cannot show
            stream.reconfigure(errors="backslashreplace")
    arguments = sys.argv[1:] if argv is None else argv
    command = next((word for word in arguments if not word.startswith("-")), None)
    parser = _parser(command)
    args = parser.parse_args(arguments)
    if args.command is None:
        parser.print_help()
        return 0
    try:
        return int(_module(args.command).run(args))
    except TouchstoneError as error:
        print(f"touchstone {args.command}: {error}", file=sys.stderr)
        return error.exit_code
    except BrokenPipeError:  # `touchstone rank | head`: the reader has what it wanted
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        print(f"touchstone {args.command}: {error.filename or 'the system'}: {error.strerror}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(f"\ntouchstone {args.command}: stopped", file=sys.stderr)
        return 130


def _module(command: str) -> ModuleType:
    return import_module(f"harness.commands.{command}_" if iskeyword(command) else f"harness.commands.{command}")


def _parser(command: str | None) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="touchstone", description="A deterministic LLM benchmark that lives in one GitHub repository."
    )
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name, summary in COMMANDS.items():
        subparser = subparsers.add_parser(name, help=summary, description=summary)
        if name == command:  # only the command that is asked for pays for its imports
            _module(name).configure(subparser)
    return parser


if __name__ == "__main__":
    sys.exit(main())
