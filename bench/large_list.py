"""Compiles a list too large for one machine. Dask's workers compile parts, and one process merges
the parts. The result is, byte for byte, what a single process compiles from the whole list.

The list has the forms of an agglutinative language: each stem with every chain of suffixes that its
class takes. It is always the same, and never stored.
"""

from __future__ import annotations

import argparse
import hashlib
import itertools
import json
import random
import resource
import time
from collections.abc import Iterator

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from dask.base import compute
from dask.delayed import delayed
from distributed import Client, LocalCluster

from wordtools.alphabet import load_alphabet
from wordtools.columns.parts import compile_part, unite_parts
from wordtools.lexicon.compile import compile_words

SUFFIXES = 10_000
"""The number of chains of suffixes that a stem takes."""
STEMS_AT_ONCE = 100


def list_stems(count: int) -> list[str]:
    """Stems of five letters in alphabet order, spread over all possible ones."""
    letters = itertools.product("BDGKLMNPRT", "AEIOU", "BDGKLMNPRT", "AEIOU", "BDGKLMNPRT")
    every = ["".join(stem) for stem in letters]
    return [every[number * len(every) // count] for number in range(count)]


def list_words(stems: list[str], first: int, end: int) -> Iterator[pa.Array]:
    """The words of some stems, by their numbers, in Arrow arrays in alphabet order. Each stem takes
    ten of the twelve suffixes in each of four places, with the vowel of its class."""
    chains = np.indices((10, 10, 10, 10)).reshape(4, SUFFIXES)
    for number in range(first, end):
        chance, vowel = random.Random(number), "AEIOU"[number % 5]
        taken = (sorted(chance.sample("BDFGKLMNPRST", 10)) for _ in range(4))
        places = [pa.array([consonant + vowel for consonant in vowels]) for vowels in taken]
        suffixes = (
            suffix_choices.take(pa.array(chain))
            for suffix_choices, chain in zip(places, chains, strict=True)
        )
        yield pc.binary_join_element_wise(stems[number], *suffixes, "")


def compile_stems(stems: list[str], first: int, end: int) -> bytes:
    """The part that a worker compiles."""
    return compile_part(pa.chunked_array(list_words(stems, first, end)), "en")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--words", type=int, default=200_000_000)
    parser.add_argument("--alone", action="store_true", help="in one process, without an engine")
    options = parser.parse_args()
    stems = list_stems(options.words // SUFFIXES)
    started = time.perf_counter()
    if options.alone:
        batches = (
            pa.RecordBatch.from_arrays([words], ["word"])
            for words in list_words(stems, 0, len(stems))
        )
        stream = pa.RecordBatchReader.from_batches(pa.schema({"word": pa.string()}), batches)
        data = compile_words(stream, load_alphabet("en").alphabet, "large")
        sent = 0
    else:
        with (
            LocalCluster(
                n_workers=2, threads_per_worker=1, memory_limit="1GB", dashboard_address=None
            ) as cluster,
            Client(cluster),
        ):
            part = delayed(compile_stems)
            every = range(0, len(stems), STEMS_AT_ONCE)
            parts = compute(*(part(stems, n, min(n + STEMS_AT_ONCE, len(stems))) for n in every))
        sent = sum(map(len, parts))
        data = unite_parts(parts, "large")
    print(
        json.dumps(
            {
                "words": len(stems) * SUFFIXES,
                "seconds": round(time.perf_counter() - started, 1),
                "bytes of parts": sent,
                "bytes": len(data),
                "sha256": hashlib.sha256(data).hexdigest(),
                "peak MB": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10,
                "peak MB of a worker": resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 10,
            },
            indent=1,
        )
    )


if __name__ == "__main__":
    main()
