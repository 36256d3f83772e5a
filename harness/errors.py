"""The error tree. Each error is named after the boundary it crossed; its message is one line: where, what, way out."""


class TouchstoneError(Exception):
    """Base of all errors that a user may see. `exit_code` is what the command then exits with (DESIGN 4.5)."""

    exit_code = 2


class UsageError(TouchstoneError):
    """The command was asked for something that makes no sense."""


class TaskError(TouchstoneError):
    """A task file cannot be read or is not a valid task."""

    exit_code = 1


class ModelError(TouchstoneError):
    """A model is not in models.yaml, its key is missing, or its server cannot be used."""


class ProviderError(TouchstoneError):
    """A model call failed, by no fault of the model; asking again may help. `told_s` is the server's Retry-After."""

    def __init__(self, message: str, told_s: float | None = None):
        super().__init__(message)
        self.told_s = told_s


class RequestRefusedError(ProviderError):
    """The server refuses this very request and would refuse it again."""


class UnreachableError(ProviderError):
    """No connection could be made."""


class StoppedError(TouchstoneError):
    """A person stopped the command."""

    exit_code = 130


class StoreError(TouchstoneError):
    """A results file is damaged, or could not be written."""


class WorkerError(TouchstoneError):
    """The batch worker could not be started, or broke its protocol."""
