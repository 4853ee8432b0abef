# make          set up, fetch the raw dictionaries, compile them, and rule on two words
# make help     the other targets

PYTHON ?= python3
SECONDS ?= 1800
LONGER  ?= 10
VENV   := .venv
BIN    := $(VENV)/bin
HERE   := $(BIN)/wordtools

RECIPES   := en es pl pt
LEXICONS  := $(RECIPES:%=build/%.lexicon)
LANGUAGES := $(patsubst sources/%.toml,%,$(wildcard sources/*.toml))
COMPILER  := $(shell find wordtools/_kernel wordtools/compiler wordtools/formats wordtools/interchange wordtools/alphabets \
               wordtools/alphabet.py wordtools/folding.py wordtools/lexicon -name '*.[cht]*' -o -name '*.json' -o -name '*.py')

# Every run tries the same examples, except `make test SEED=random`, which tries new ones, starting
# with those in .hypothesis/ that failed before. SEED=N tries the examples of that seed.
EXPLORE   := $(if $(SEED),--hypothesis-profile=random)
EXPLORE   += $(if $(filter-out random,$(SEED)),--hypothesis-seed=$(SEED))
ELSEWHERE := real_data or server or browser or database or terminal or slow
PYTEST    := $(BIN)/python -m pytest --dist worksteal --numprocesses
PIP       := $(BIN)/python -m pip install --quiet --disable-pip-version-check
REQUIRE    = $(BIN)/python tools/requirements.py $(1) > $(VENV)/$(1).txt && $(PIP) --requirement $(VENV)/$(1).txt
LINT      := $(MAKE) --jobs 2 --output-sync --no-print-directory lint
CORES     := $(shell getconf _NPROCESSORS_ONLN)

# Tests start hundreds of interpreters, each of which would compile all modules again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: all help setup fetch languages test soak check lint lint-types lint-style lint-web site man bench bench-quick columns \
        fuzz sanitize race package single-file clean
all: build/.compiled  ## set up, fetch, compile pt, pl, es and en, and rule on two words
	@printf 'lição under pt-PT: '; $(HERE) challenge -l pt-PT lição
	@printf 'licao under pt-PT: '; $(HERE) challenge -l pt-PT licao || test $$? -eq 1
	@printf '\nNext, activate the environment, and try:\n  . %s/activate\n%s\n%s\n%s\n' $(BIN) \
	  "  wordtools challenge en oxtering za" "  wordtools search en anagram 'RETINA?'" \
	  "  wordtools                               # other common tasks; docs/first-challenge.md"

help:  ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "make %-12s %s\n", $$1, $$2}' Makefile

setup: $(VENV)/.installed  ## the virtual environment
fetch: $(VENV)/.installed  ## download the raw dictionaries that are missing
	$(HERE) fetch $(RECIPES)

languages: $(LANGUAGES:%=build/%.measured.json)  ## compile every recipe, one at a time, and measure it (-k: continue after errors)
	@$(BIN)/python -m tools.languages

check: $(VENV)/.tested  ## lint, and the quick tests that need only this folder (a minute or so)
	@. ./tools/system.sh && need_node
	@$(LINT)
	$(PYTEST) $(CORES) --hypothesis-profile=quick -m 'not ($(ELSEWHERE))'

test: build/.compiled $(VENV)/.tested  ## the whole test suite, including real data (SEED=random: new examples)
	@. ./tools/system.sh && need_hunspell && need_postgresql && need_chromium && need_firefox && need_tmux \
	  && need_minisign && need_haproxy && need_nginx && need_prometheus && need_node
	@$(LINT)
	$(PYTEST) $$(($(CORES) + 2)) $(EXPLORE)  # two more than there are cores, because many wait for a server or a page

# Far more time than a test takes with LONGER=10, so that hanging tests still end.
soak: build/.compiled $(VENV)/.tested  ## the tests that have a size, at LONGER=10 times the size of make test: hours
	@. ./tools/system.sh && need_chromium && need_tmux && need_node
	$(PYTEST) $(CORES) $(EXPLORE) -m soak --longer $(LONGER) --timeout $$((1200 * $(LONGER)))

package: $(VENV)/.tested  ## a source archive, a wheel made from it, and a trial of the wheel on its own
	rm -rf build/package
	@echo 'compiling the wheel, which takes a minute or two'
	$(BIN)/python -m build --outdir build/package > $(VENV)/package.txt 2>&1 || { cat $(VENV)/package.txt; exit 1; }
	test "$$(uname)" != Linux || $(BIN)/python -m auditwheel show build/package/*.whl
	WORDTOOLS_RAW=$(CURDIR)/sources/raw $(BIN)/python tools/smoke.py build/package/*.whl

single-file: build/.compiled  ## build/single/wordtools: judges on a laptop without Python or a network
	rm -rf build/single
	$(BIN)/python -m pip wheel --quiet --no-build-isolation --no-deps --config-settings=build-dir=build/kernel/here --wheel-dir build/single .
	$(BIN)/python -m venv build/single/venv
	cd build/single && venv/bin/python -m pip install --quiet --disable-pip-version-check pyinstaller "$$(echo *.whl)[serve]"
	@echo 'collecting what the file holds, which takes a minute'
	cd build/single && venv/bin/pyinstaller --onefile --strip --name wordtools --collect-all wordtools \
	  --collect-submodules textual.widgets --exclude-module zstandard._cffi \
	  --log-level ERROR --distpath . --workpath work --specpath work ../../deploy/single_file.py
	env -i build/single/wordtools challenge -l pt-PT lição

lint: lint-types $(VENV)/.stubs lint-style lint-web  ## style, types, layers and names

lint-types: $(VENV)/.tested
	$(BIN)/mypy

lint-style: $(VENV)/.tested
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports --no-logo
	$(BIN)/python -m tools.house
	$(BIN)/clang-format --dry-run -Werror wordtools/_kernel/*/*.[ch]pp tools/safety/*.[ch]pp

lint-web: $(VENV)/.tsc
	$(VENV)/npm/node_modules/.bin/tsc --project web

site: $(VENV)/.tested  ## the documentation as web pages, in build/site
	$(BIN)/python -m sphinx -q -W --keep-going docs build/site
	@echo build/site/index.html

man: $(VENV)/.installed  ## the help of each command as a man page, in build/man
	@$(BIN)/python -m tools.man

bench: build/.compiled $(VENV)/.tested  ## speed and memory compared with peers, written to docs/benchmarks.md
	@. ./tools/system.sh && need_wrk && need_java
	$(BIN)/python -m bench

columns: build/.compiled $(VENV)/.tested  ## words in DuckDB, Polars, pandas, Dask and Spark: answers and times
	@. ./tools/system.sh && need_java
	$(PIP) 'pyspark>=4'
	$(BIN)/python -m pytest tests/columns/spark.py
	$(BIN)/python -m bench.columns

bench-quick: $(VENV)/.tested  ## fails when the kernel has grown slower
	$(BIN)/python -m bench.quick

fuzz: $(VENV)/.tested  ## feed arbitrary bytes to the kernel's readers for SECONDS=1800 (half an hour)
	@. ./tools/system.sh && need_clang
	$(BIN)/python -m tools.safety fuzz --seconds $(SECONDS)

sanitize: build/.compiled $(VENV)/.tested  ## the kernel's tests under AddressSanitizer and UBSan
	$(BIN)/python -m tools.safety sanitize

race: $(VENV)/.tested  ## threads sharing a lexicon, under ThreadSanitizer
	$(BIN)/python -m tools.safety race

clean:  ## delete everything except the fetched raw data
	rm -rf $(VENV) build/*.lexicon build/*.tsv.gz build/*.measured.json build/.compiled build/kernel \
	  build/fuzz build/sanitize build/race build/games build/package build/single build/man

$(VENV)/.installed: pyproject.toml CMakeLists.txt $(wildcard wordtools/_kernel/*/*)
	@. ./tools/system.sh && need_python $(PYTHON) && need_compiler
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo 'installing what the kernel is compiled with'
	@$(call REQUIRE,build)
	@echo 'compiling the kernel, which takes a minute; later, only what has changed'
	@$(PIP) --no-build-isolation --config-settings=build-dir=build/kernel/here --editable '.[all]'
	@touch $@

$(VENV)/.tested: $(VENV)/.installed
	@echo 'installing what tests and tools need'
	@$(call REQUIRE,dev)
	@touch $@

# The packages in web/package.json: the compiler, which only checks types, and axe, which tests
# pages.
$(VENV)/.tsc: web/package.json
	@. ./tools/system.sh && need_node
	@npm install --silent --no-audit --no-fund --no-package-lock --prefix $(VENV)/npm \
	  $$(node --print 'Object.entries(require("./web/package.json").devDependencies).map((one) => one.join("@")).join(" ")')
	@touch $@

# Takes ten seconds, because mypy caches none of it; run only when the kernel or its stub changes.
# In a separate folder, because mypy locks its cache and may be running at the same time.
$(VENV)/.stubs: $(VENV)/.tested wordtools/_kernel.pyi wordtools/_kernel/stubtest_allowlist.txt
	cd $(VENV) && MYPYPATH=.. bin/python -m mypy.stubtest wordtools._kernel \
	  --mypy-config-file ../pyproject.toml --allowlist ../wordtools/_kernel/stubtest_allowlist.txt
	@touch $@

build/.compiled: $(VENV)/.installed $(wildcard $(RECIPES:%=sources/%.*)) $(COMPILER) \
                 $(if $(filter-out $(wildcard $(LEXICONS)),$(LEXICONS)),incomplete)
	@$(HERE) build $(RECIPES)
	@touch $@

.PHONY: incomplete
incomplete:

.SECONDEXPANSION:
build/%.measured.json: $(VENV)/.installed $$(wildcard sources/$$*.*) $(COMPILER)
	@$(BIN)/python -m tools.languages $*
