"""The parts of `code_exec`: finding the program, running it in the sandbox, comparing on our side what comes back."""
