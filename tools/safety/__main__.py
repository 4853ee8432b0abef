"""Checks in three ways that the kernel is safe with any input and in any number of threads. Each
exits with 1 and its finding, or reports its work without a finding.

fuzz      libFuzzer gives the readers any bytes, under AddressSanitizer and UBSan; then manifests
          are changed at random under a valid seal
sanitize  two builds and the tests of the kernel (or the named ones, at full size), under
          AddressSanitizer and UBSan
race      threads share automatons, and the tests of threads, under ThreadSanitizer
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import sysconfig
import tomllib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).parents[2]
HERE = ROOT / "tools/safety"
KERNEL = ROOT / "wordtools/_kernel"
FUZZ = ROOT / "build/fuzz"

READERS = ("columns", "symbols")
"""Targets that read a lexicon file; each runs for the full time requested."""
OTHERS = ("dictionary", "text", "sets", "nodes")
"""The other targets. Each runs for a tenth of the time requested."""

SANITIZE = "-fsanitize=address,undefined"
RACE = "-fsanitize=thread"
CHECKS = (
    "-fno-sanitize-recover=all",
    "-fno-omit-frame-pointer",
    "-D_GLIBCXX_ASSERTIONS",
    "-DWORDTOOLS_ROOMS_APART",
)
KERNEL_TESTS = ("tests/lexicon", "tests/compiler", "tests/formats", "tests/board", "tests/players")
QUICK = ("--hypothesis-profile=quick", "--longer=0.34", "-m", "not real_data")
"""Sizes at which the sanitized tests take some ten minutes on one core. They use a tenth of the
examples, a third of the long runs, and no real dictionaries, which `BUILT` covers."""
BUILT = ("es", "pt")
"""Recipes that the sanitized kernel builds: the intake of real dictionaries at full size."""
THREAD_TESTS = tuple(f"tests/lexicon/test_{name}.py" for name in ("threads", "many", "compile"))


def run(*command: str | Path, environment: dict[str, str] | None = None) -> None:
    """Runs a command from the repository; ends the program when it fails."""
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, **(environment or {})})
    if done.returncode:
        sys.exit(f"{Path(command[0]).name} ended with status {done.returncode}.")


def compiled(target: str, compiler: str, *flags: str) -> Path:
    """The program of a target."""
    program = FUZZ / target
    columns = [KERNEL / f"automaton/column_{side}.cpp" for side in ("reader", "writer")]
    sources = [HERE / f"{target}.cpp", *columns]
    options = ["-std=c++20", "-O2", "-g", "-pthread", f"-I{KERNEL}", *CHECKS, *flags]
    run(compiler, *options, *sources, "-o", program)
    return program


def write_seeds() -> Path:
    from tools.safety import seeds

    folder = FUZZ / "seeds"
    seeds.write(folder)
    return folder


def clang() -> str:
    return os.environ.get("CLANG", "clang++")


def fuzz_target(target: str, seconds: int) -> bool:
    """Runs a target, keeping its corpus for the next run; True without a finding."""
    corpus = FUZZ / "corpus" / target
    corpus.mkdir(parents=True, exist_ok=True)
    log = FUZZ / f"{target}.log"
    with log.open("w") as out:
        done = subprocess.run(
            [
                FUZZ / target,
                *(corpus, FUZZ / "seeds" / target, f"-max_total_time={seconds}", "-timeout=60"),
                *("-max_len=8192", "-len_control=10", "-rss_limit_mb=4096"),
                *("-print_final_stats=1", f"-artifact_prefix={FUZZ}/{target}-"),
            ],
            stdout=out,
            stderr=subprocess.STDOUT,
        )
    lines = log.read_text(errors="replace").splitlines()
    inputs = next((line.split()[-1] for line in lines if "number_of_executed" in line), "0")
    finding = "no finding" if done.returncode == 0 else f"A FINDING; see {log.relative_to(ROOT)}"
    print(f"{target}: {inputs} inputs, {seconds} seconds, {finding}", flush=True)
    return done.returncode == 0


def fuzz(seconds: int, jobs: int) -> None:
    FUZZ.mkdir(parents=True, exist_ok=True)
    write_seeds()
    with ThreadPoolExecutor(jobs) as pool:
        flags = (f"{SANITIZE},fuzzer", "-fno-sanitize-coverage=trace-cmp")  # twice as fast
        for _ in pool.map(lambda target: compiled(target, clang(), *flags), READERS + OTHERS):
            pass
        times = [seconds] * len(READERS) + [max(1, seconds // 10)] * len(OTHERS)
        clean = list(pool.map(fuzz_target, READERS + OTHERS, times))
    manifests = [sys.executable, "-m", "tools.safety.manifests", str(max(1, seconds // 10))]
    clean.append(subprocess.run(manifests, cwd=ROOT).returncode == 0)
    if not all(clean):
        sys.exit(1)


def python_with(name: str, sanitizer: str) -> Path:
    """A Python environment whose kernel is compiled with a sanitizer. It shares the packages of the
    present environment."""
    folder = ROOT / "build" / name
    python = folder / "bin/python"
    if not python.exists():
        run(sys.executable, "-m", "venv", "--without-pip", folder)
    packages = folder / Path(sysconfig.get_path("purelib")).relative_to(sys.prefix)
    (packages / "shared.pth").write_text(sysconfig.get_path("purelib") + "\n")
    pip = [sys.executable, "-m", "pip", f"--python={python}", "install", "--quiet"]
    pip += ["--disable-pip-version-check"]
    with (ROOT / "pyproject.toml").open("rb") as file:
        needed: Sequence[str] = tomllib.load(file)["build-system"]["requires"]
    run(*pip, *needed)
    flags = " ".join(("-O1", sanitizer, *CHECKS))
    settings = [
        f"build-dir={folder}/kernel",
        "cmake.build-type=Debug",
        f"cmake.define.CMAKE_CXX_FLAGS={flags}",
    ]
    run(
        *(*pip, "--no-deps", "--no-build-isolation", "--editable", str(ROOT)),
        *(part for setting in settings for part in ("-C", setting)),
    )
    return python


def library(name: str) -> str:
    """The path of one of the compiler's libraries, which must be loaded before Python."""
    done = subprocess.run(
        ["c++", f"-print-file-name={name}"], capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def run_sanitized(python: Path, sanitizer: str, *module: str | Path, **options: str) -> None:
    """Runs a module of Python; ends the program when it fails or a sanitizer finds something."""
    # With malloc, sanitizers also watch buffers of bytes; Python's own memory is not under test. If
    # the C++ library were loaded late, sanitizers would miss its exceptions.
    environment = {
        "LD_PRELOAD": f"{library(sanitizer)} {library('libstdc++.so')}",
        "PYTHONMALLOC": "malloc",
        **options,
    }
    run(python, "-m", *module, environment=environment)


def pytest(python: Path, sanitizer: str, tests: Sequence[str], **options: str) -> None:
    # A sanitizer writes its finding to the process's own standard error, and ends it. Tests may be
    # slow, but a hanging one still ends after an hour.
    switches = ("--capture=sys", "-p", "no:cacheprovider", "--timeout=3600")
    run_sanitized(python, sanitizer, "pytest", *switches, *tests, **options)


def sanitize(tests: Sequence[str]) -> None:
    # An interpreter leaves memory behind when it ends, and a search for leaks would find nothing
    # else. To detect the use of freed memory, sanitizers keep it for a while, so a test of memory
    # would measure that as well.
    python, options = python_with("sanitize", SANITIZE), {"ASAN_OPTIONS": "detect_leaks=0"}
    if tests == KERNEL_TESTS:
        into = python.parents[1] / "lexicons"
        run_sanitized(python, "libasan.so", "wordtools", "build", *BUILT, "--into", into, **options)
        tests = (*tests, *QUICK)
    tests = (*tests, "--deselect=tests/lexicon/test_cost.py::test_files_made_to_cost")
    pytest(python, "libasan.so", tests, **options)


def race(tests: Sequence[str]) -> None:
    FUZZ.mkdir(parents=True, exist_ok=True)
    program = compiled("threads", "c++", RACE)
    run(program, *sorted((write_seeds() / "columns").iterdir()))
    pytest(python_with("race", RACE), "libtsan.so", tests, TSAN_OPTIONS="halt_on_error=1")


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tools.safety",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    ways = parser.add_subparsers(dest="way", required=True)
    fuzzing = ways.add_parser("fuzz")
    fuzzing.add_argument("--seconds", type=int, default=1800)
    fuzzing.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    for name, tests in ("sanitize", KERNEL_TESTS), ("race", THREAD_TESTS):
        ways.add_parser(name).add_argument("tests", nargs="*", default=tests)
    asked = parser.parse_args()
    if asked.way == "fuzz":
        fuzz(asked.seconds, asked.jobs)
    elif asked.way == "sanitize":
        sanitize(asked.tests)
    else:
        race(asked.tests)


if __name__ == "__main__":
    main()
