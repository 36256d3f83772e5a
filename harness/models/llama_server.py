"""llama.cpp's own HTTP server in a process of its own: `python -m harness.models.llama_server GGUF ALIAS THREADS`.

Prints its address as one line, logs to stderr and ends when its stdin ends, so that it never outlives its owner,
however that one dies. A crash inside llama.cpp costs this process only.
"""

import sys

import xllamacpp

CONTEXT = 4096  # tokens of prompt and answer together


def main() -> int:
    """Serve until stdin ends."""
    path, alias, threads = sys.argv[1], sys.argv[2], int(sys.argv[3])
    wanted = xllamacpp.CommonParams()
    wanted.model.path = path
    wanted.model_alias = {alias}
    # llama.cpp's answers are not bit-stable across thread counts, nor across what else is in the batch: so the threads
    # are fixed, and one answer is made at a time, from an empty cache.
    wanted.n_parallel = 1
    wanted.cache_prompt = False
    wanted.cache_ram_mib = 0  # else every finished answer is kept, up to 8 GiB
    wanted.n_ctx = CONTEXT
    wanted.n_gpu_layers = 0
    wanted.cpuparams.n_threads = wanted.cpuparams_batch.n_threads = threads
    wanted.ui = False
    server = xllamacpp.Server(wanted)
    print(server.listening_address, flush=True)
    sys.stdin.read()
    return 0


if __name__ == "__main__":
    sys.exit(main())
