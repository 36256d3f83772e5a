"""results/: the runs that count, one file each, so that runs never conflict. The only writer of that folder.

results/runs/<yyyy>/<mm>/<run_id>.jsonl and .manifest.json, results/outputs/<yyyy>/<mm>/<run_id>.jsonl.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

import msgspec

from harness import jsonl
from harness.errors import StoreError
from harness.eval_run import EvalRun, Manifest, Output
from harness.layout import Layout


@dataclass(slots=True)
class Results:
    """What results/ holds. `problems` are lines for a person: what could not be read, and where."""

    rows: list[EvalRun] = field(default_factory=list)
    manifests: list[Manifest] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Store:
    """The results of one repository."""

    layout: Layout

    def rows_file(self, run_id: str) -> Path:
        """Where the rows of a run are."""
        return self._folder("runs", run_id) / f"{run_id}.jsonl"

    def manifest_file(self, run_id: str) -> Path:
        """Where the manifest of a run is."""
        return self._folder("runs", run_id) / f"{run_id}.manifest.json"

    def outputs_file(self, run_id: str) -> Path:
        """Where the raw outputs of a run are."""
        return self._folder("outputs", run_id) / f"{run_id}.jsonl"

    def run_ids(self) -> list[str]:
        """All recorded runs, oldest first."""
        return sorted(path.stem for path in (self.layout.results / "runs").glob("*/*/*.jsonl"))

    def record(self, manifest: Manifest, rows: list[EvalRun], outputs: Iterable[Output]) -> Path:
        """Write a run; the manifest comes last, so a run without one is an unfinished write. Returns the rows' path.

        A run may be recorded again when errors were made up for; raises StoreError if that would change a verdict.
        """
        path = self.rows_file(manifest.run_id)
        if path.exists():
            kept, _ = self._rows(path)
            new = {_verdict(row) for row in rows}
            lost = [row.task_id for row in kept if row.status == "scored" and _verdict(row) not in new]
            if lost:
                raise StoreError(
                    f"{self._name(path)}: the verdicts of {', '.join(sorted(set(lost)))} would change; "
                    f"`touchstone rescore {manifest.run_id}` shows and makes such a change"
                )
        jsonl.save(self.outputs_file(manifest.run_id), jsonl.encode(outputs))
        self.replace_rows(manifest, rows)
        return path

    def replace_rows(self, manifest: Manifest, rows: list[EvalRun]) -> None:
        """Write rows and manifest of a run, whatever was there."""
        lines = jsonl.encode(rows)
        manifest = msgspec.structs.replace(manifest, rows_sha256=sha256(lines).hexdigest())
        jsonl.save(self.rows_file(manifest.run_id), lines)
        text = msgspec.json.format(msgspec.json.encode(manifest), indent=1) + b"\n"
        jsonl.save(self.manifest_file(manifest.run_id), text)

    def read_all(self) -> Results:
        """Every row and manifest; what is damaged is reported and costs itself only."""
        results = Results()
        for run_id in self.run_ids():
            rows, manifest, problems = self.read(run_id)
            results.rows += rows
            results.manifests += [manifest] if manifest else []
            results.problems += problems
        return results

    def read(self, run_id: str) -> tuple[list[EvalRun], Manifest | None, list[str]]:
        """Rows, manifest and problems of one run. A run whose rows are not those of its manifest is not ranked."""
        path = self.rows_file(run_id)
        rows, problems = self._rows(path)
        where = self.manifest_file(run_id)
        try:
            manifest = msgspec.json.decode(where.read_bytes(), type=Manifest)
        except (OSError, msgspec.MsgspecError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            return rows, None, [*problems, f"{self._name(where)}: not read: {reason}"]
        if sha256(path.read_bytes()).hexdigest() != manifest.rows_sha256:
            problems.append(f"{self._name(path)}: not the rows that the manifest was written for, so not ranked")
            reasons = (*manifest.unranked_because, "rows do not match the manifest")
            manifest = msgspec.structs.replace(manifest, ranked=False, unranked_because=reasons)
        return rows, manifest, problems

    def outputs(self, run_id: str) -> Iterator[Output]:
        """The raw outputs of a run. Raises StoreError when they cannot be read."""
        path = self.outputs_file(run_id)
        try:
            outputs, problems = jsonl.decode(path.read_bytes(), Output, self._name(path))
        except OSError as error:
            raise StoreError(f"{self._name(path)}: {error.strerror}") from None
        if problems:
            raise StoreError(problems[0])
        yield from outputs

    def _rows(self, path: Path) -> tuple[list[EvalRun], list[str]]:
        try:
            return jsonl.decode(path.read_bytes(), EvalRun, self._name(path))
        except OSError as error:
            return [], [f"{self._name(path)}: not read: {error.strerror}"]

    def _folder(self, kind: str, run_id: str) -> Path:
        return self.layout.results / kind / run_id[:4] / run_id[4:6]

    def _name(self, path: Path) -> str:
        return path.relative_to(self.layout.root).as_posix()


def _verdict(row: EvalRun) -> tuple[object, ...]:
    """What may never change about a scored row."""
    return row.task_id, row.attempt, row.output_sha256, row.passed, row.score
