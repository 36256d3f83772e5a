"""Before rows enter results/: they are exactly what their plan and manifest say."""

from hashlib import sha256

from harness import jsonl
from harness.errors import StoreError
from harness.eval_run import EvalRun, Manifest
from harness.run_folder import RunFolder


def checked_rows(folder: RunFolder, manifest: Manifest) -> list[EvalRun]:
    """The rows of a verified run. Raises StoreError for anything that its plan or manifest does not vouch for."""
    plan = folder.plan
    try:
        raw = folder.rows.read_bytes()
    except OSError as error:
        raise StoreError(f"{folder.rows}: {error.strerror}; run `touchstone verify {plan.run_id}` first") from None
    rows, problems = jsonl.decode(raw, EvalRun, folder.rows.name)
    if problems:
        raise StoreError(problems[0])
    keys = [(row.task_id, row.attempt) for row in rows]
    faults = {
        "the manifest is of other rows": sha256(raw).hexdigest() != manifest.rows_sha256,
        "the manifest is of another run": (manifest.run_id, manifest.model, manifest.commit)
        != (plan.run_id, plan.model.slug, plan.commit),
        "there is not one row for each planned answer": keys != list(plan.wanted()),
        "a row is of another run": any((r.run_id, r.model) != (plan.run_id, plan.model.slug) for r in rows),
        "a row is of another version of its task": any(r.task_digest != plan.tasks.get(r.task_id) for r in rows),
    }
    for fault, is_so in faults.items():
        if is_so:
            raise StoreError(f"run {plan.run_id}: {fault}; run `touchstone verify {plan.run_id}` again")
    return rows
