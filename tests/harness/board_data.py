"""A small world for the tests and screenshots of the board: tasks, models of known skill, and their runs. Seeded."""

from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from harness.eval_run import EvalRun, Manifest, Rule, Tokens, VerifierId
from harness.task import DOMAINS, Examples, Task

CANARY = "CANARY-7f3a9c"  # planted in every verifier config and example: it must never reach a page
KINDS = dict(zip(DOMAINS, ("instruction_rules", "json_schema", "exact_number", "code_exec", "human_vote"), strict=True))
COMMIT = "4be1f0a2c9d87e6350b1f2a4c6d8e0f1a3b5c7d9"

TITLES = {
    "instruction": "Two-sentence apology|Seven haiku lines|No letter e|Bullets of equal length|A sworn statement|"
    "Headline and standfirst|Recipe in capitals|Thirty-word abstract|Numbered safety rules|Quote then answer|"
    "Reply without commas|Meeting minutes",
    "json": "Invoice with three lines|Tree of capacities|Bus timetable|Chess position|Recipe card|Sensor batch|"
    "Address book|Order and refund|Playlist of ten|Exam results|Bill of materials|Nested comments",
    "math": "Two trains|Compound interest|Three pipes, one tank|Eggs in a carton|Change from a twenty|Fence posts|"
    "Mean of five|Clock hands|Dice that sum to nine|Paint for a shed|Loan in months|Remainder of a power",
    "code": "Balanced brackets|Roman numerals|Merge intervals|Word frequencies|Leap years|Run-length code|"
    "Topological order|Caesar shift|Matrix spiral|Longest run|Parse a duration|Nearest palindrome",
    "writing": "Letter to a landlord|Opening of a mystery|Obituary of a lighthouse|A toast|Weather as a villain|"
    "Review of a bench|Museum label|Bedtime story|Speech for a retiring baker|Complaint in verse|Postcard|Farewell",
}

PROMPT = """{title}.

A shop sells pencils in packs of 12 at 3.60 EUR and single pencils at 0.35 EUR. Ann needs 31 pencils and wants to spend
as little as she can.

How much does she pay? Think step by step, then write the amount alone on the last line.
"""


@dataclass(frozen=True)
class Solver:
    """A made-up model: skill (0-1), milliseconds and dollars per answer (None: the price is unknown)."""

    name: str
    skill: float
    latency_ms: float
    cost_usd: float | None
    attempts: int = 1


SOLVERS = (
    Solver("northwind/atlas-large", 0.93, 4200, 0.0121, 3),
    Solver("northwind/atlas-medium", 0.84, 1900, 0.0034, 3),
    Solver("meridian/sextant-2", 0.91, 6100, 0.0187),
    Solver("meridian/sextant-2-mini", 0.74, 1150, 0.0011),
    Solver("openfield/barley-70b-instruct", 0.76, 2800, 0.0009),
    Solver("openfield/barley-8b-instruct", 0.52, 640, 0.00012),
    Solver("halcyon/kite-v3", 0.81, 2350, None),
    Solver("local/smollm2-1.7b-instruct-q8", 0.33, 5300, 0.0),
    Solver("local/smollm2-360m", 0.24, 1700, 0.0),
    Solver("local/smollm2-135m", 0.18, 820, 0.0),
)


@dataclass
class World:
    """What a repository holds: tasks, rows and manifests."""

    tasks: list[Task] = field(default_factory=list)
    rows: list[EvalRun] = field(default_factory=list)
    manifests: list[Manifest] = field(default_factory=list)

    def add_run(self, solver: Solver, tasks: list[Task], random: Random, number: int, **changes: Any) -> None:
        """One suite run of a model; `changes` overwrite fields of its manifest."""
        run_id = f"2026-11-{10 + number % 20:02}-{number:04}"
        rows = [
            row(task, solver.name, run_id, attempt, _verdict(task, solver, random), random, solver)
            for task in tasks
            for attempt in range(1, solver.attempts + 1)
        ]
        self.rows += rows
        self.manifests.append(manifest(run_id, solver.name, rows, **changes))


def task(task_id: str, domain: str = "math", *, cluster: str | None = None, **changes: Any) -> Task:
    """An approved task; its verifier config and examples carry the canary."""
    fields: dict[str, Any] = {
        "id": task_id,
        "domain": domain,
        "title": task_id.replace("-", " ").capitalize(),
        "approved": True,
        "approved_digest": None,
        "created": "2026-11-02",
        "author": "@ada",
        "cluster": cluster,
        "canary": "touchstone-canary",
        "prompt": PROMPT.format(title=task_id),
        "verifier": {"type": KINDS[domain], "answer": CANARY},
        "examples": Examples((f"passing {CANARY}",), (f"failing {CANARY}", "near miss")),
        "path": Path(f"tasks/{domain}/{task_id}.yaml"),
    } | changes
    made = Task(**fields)
    return replace(made, approved_digest=made.digest) if "approved_digest" not in changes else made


def row(
    task: Task, model: str, run_id: str = "r1", attempt: int = 1, verdict: bool | str = True,
    random: Random | None = None, solver: Solver | None = None, **changes: Any,
) -> EvalRun:  # fmt: skip
    """One row: `verdict` is passed or failed, or a status other than scored."""
    random = random or Random(0)
    scored = isinstance(verdict, bool)
    latency = solver.latency_ms * random.lognormvariate(0, 0.4) if solver else 100.0
    fields: dict[str, Any] = {
        "run_id": run_id,
        "task_id": task.id,
        "task_digest": task.digest,
        "domain": task.domain,
        "split": task.split,
        "cluster": task.cluster,
        "model": model,
        "attempt": attempt,
        "status": "scored" if scored else verdict,
        "passed": verdict if scored else None,
        "score": (100.0 if verdict else random.choice((0.0, 0.0, 50.0, 75.0))) if scored else None,
        "rules": () if verdict is not False else (Rule("1.word_count", False, "found 12 words; at least 30 wanted"),),
        "details": _details(verdict),
        "finish_reason": "stop",
        "latency_ms": round(latency, 1),
        "cost_usd": solver.cost_usd if solver else 0.0,
        "tokens": Tokens(input=180, output=240),
        "served_model": model,
        "output_sha256": sha256(f"{model}{task.id}{attempt}".encode()).hexdigest(),
        "retries": 0,
        "started_at": f"2026-11-29T14:{random.randrange(60):02}:07Z",
        "verifier": VerifierId(task.verifier["type"], "sha256:0011223344556677"),
        "error": "the provider answered 529 (overloaded) five times" if verdict == "error" else None,
    } | changes
    return EvalRun(**fields)


def manifest(run_id: str, model: str, rows: list[EvalRun], **changes: Any) -> Manifest:
    """The manifest of `rows`: clean and ranked unless `changes` say otherwise."""
    fields: dict[str, Any] = {
        "run_id": run_id,
        "model": model,
        "model_entry": {"provider": model.split("/")[0], "api": "openai-chat"},
        "parameters": {"temperature": 0, "max_tokens": 2048},
        "suite": "all",
        "tasks": len({r.task_id for r in rows}),
        "attempts": max((r.attempt for r in rows), default=1),
        "commit": COMMIT,
        "dirty": False,
        "actor": "@ada",
        "workflow_run_url": None,
        "started_at": min((r.started_at for r in rows), default="2026-11-29T14:00:00Z"),
        "finished_at": "2026-11-29T15:12:44Z",
        "versions": {"touchstone": "0.1.0", "python": "3.12.4"},
        "sandbox": {"kind": "docker", "image": "sha256:9c1f"},
        "price_table": {"source": "genai-prices", "date": "2026-11-20"},
        "counts": {s: n for s in ("scored", "pending", "error") if (n := sum(r.status == s for r in rows))},
        "cost_usd": None if any(r.cost_usd is None for r in rows) else sum(r.cost_usd or 0 for r in rows),
        "rows_sha256": "0" * 64,
        "ranked": True,
    } | changes
    return Manifest(**fields)


def world(solvers: tuple[Solver, ...] = SOLVERS, seed: int = 7) -> World:
    """60 tasks, the solvers' runs, the controls, and one of each trouble: errors, a dirty run, a half run, history."""
    random, made = Random(seed), World()
    for domain in DOMAINS:
        for place, title in enumerate(TITLES[domain].split("|")):
            task_id = "".join(c if c.isalnum() else "-" for c in title.lower()).replace("--", "-")
            cluster = f"{domain}-family" if place < 4 else None
            made.tasks.append(task(task_id, domain, cluster=cluster, title=title, prompt=PROMPT.format(title=title)))
    for number, solver in enumerate(solvers):
        made.add_run(solver, made.tasks, random, number)
    made.add_run(Solver("halcyon/kite-v4-preview", 0.9, 3000, None), made.tasks[:41], random, 30)
    made.add_run(Solver("local/my-finetune", 0.6, 900, 0.0), made.tasks, random, 31, dirty=True)
    made.add_run(Solver("openfield/rye-1b", 0.3, 400, 0.0), made.tasks[24:26], random, 32, suite="math")
    for number, name in enumerate(("control/reference", "control/empty", "control/echo")):
        sure = Solver(name, 9.0 if "reference" in name else -9.0, 0.0, 0.0)
        made.add_run(sure, made.tasks[:48], random, 40 + number, ranked=False)
    _spoil(made)
    return made


def _spoil(made: World) -> None:
    """Errors of ours in one model's run, and rows of a task that was edited since."""
    for place, found in enumerate(made.rows):
        if found.model == "halcyon/kite-v4-preview" and found.domain == "json" and place % 5 == 0:
            made.rows[place] = replace_row(found, status="error", passed=None, score=None, error="HTTP 529, five times")
        if found.model == "openfield/rye-1b" and place % 2:
            made.rows[place] = replace_row(found, task_digest="sha256:" + "0" * 64)


def replace_row(old: EvalRun, **changes: Any) -> EvalRun:
    """A copy of a row with some fields changed."""
    return EvalRun(**{name: getattr(old, name) for name in EvalRun.__struct_fields__} | changes)


def _verdict(task: Task, solver: Solver, random: Random) -> bool | str:
    if task.domain == "writing":
        return "pending"
    hardness = int(sha256((task.cluster or task.id).encode()).hexdigest(), 16) % 97 / 97
    return (
        random.random() < min(0.99, max(0.01, solver.skill + (0.5 - hardness) * 0.6))
        if abs(solver.skill) < 2
        else solver.skill > 0
    )


def _details(verdict: bool | str) -> str:
    said = {
        True: "answer: 42.5",
        False: "answer: 41, which is not the number asked for",
        "pending": "312 words, within bounds",
    }
    return said.get(verdict, "")
