# The system requirements of wordtools beyond Python packages. Sourced by the Makefile. Packages are
# installed if the package manager can be used without asking; otherwise one sentence says what to
# install.

# install WHY DEBIAN-PACKAGES BREW-PACKAGES
install() {
    if command -v apt-get >/dev/null 2>&1; then
        if [ "$(id -u)" = 0 ]; then root=; else root="sudo -n"; fi
        if [ -z "$root" ] || $root true 2>/dev/null; then
            echo "installing $2 ($1)"
            $root apt-get update -qq && DEBIAN_FRONTEND=noninteractive \
                $root apt-get install -y -qq --no-install-recommends $2 >/dev/null && return 0
        fi
        echo "$1: run 'sudo apt-get install $2', then make again." >&2
    elif command -v brew >/dev/null 2>&1; then
        brew install -q $3 && return 0
        echo "$1: run 'brew install $3', then make again." >&2
    else
        echo "$1: install $2 (as Debian calls it) with your package manager, then make again." >&2
    fi
    return 1
}

need_python() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || {
        echo "'$1' is no Python 3.11 or newer that runs; say which with make PYTHON=/path/to/python3.12." >&2
        return 1
    }
    "$1" -c 'import ensurepip, venv' 2>/dev/null || install "Python lacks its venv" python3-venv python
}

need_compiler() {
    command -v c++ >/dev/null 2>&1 || install "the kernel is compiled here" g++ gcc
}

need_hunspell() {
    python3 -c 'import ctypes.util, sys; sys.exit(not any(map(ctypes.util.find_library,
        ("hunspell-1.7", "hunspell"))))' 2>/dev/null ||
        install "the tests compare with libhunspell" libhunspell-1.7-0 hunspell
}

need_postgresql() {
    { command -v initdb || ls /usr/lib/postgresql/*/bin/initdb; } >/dev/null 2>&1 ||
        install "the tests keep a log in a real PostgreSQL" postgresql postgresql
}

need_chromium() {
    { command -v chromium-headless-shell || command -v chromium; } >/dev/null 2>&1 ||
        install "the tests open the pages in a browser" \
            "chromium-headless-shell fonts-liberation" chromium
}

need_firefox() {
    { command -v firefox-esr || command -v firefox; } >/dev/null 2>&1 ||
        install "the tests open published pages in a second browser" firefox-esr firefox
}

need_tmux() {
    command -v tmux >/dev/null 2>&1 || install "the tests drive a real terminal" tmux tmux
}

need_minisign() {
    command -v minisign >/dev/null 2>&1 ||
        install "the tests check signatures with it" minisign minisign
}

need_haproxy() {
    PATH=$PATH:/usr/sbin command -v haproxy >/dev/null 2>&1 ||
        install "the tests put services behind it" haproxy haproxy
}

need_nginx() {
    PATH=$PATH:/usr/sbin command -v nginx >/dev/null 2>&1 ||
        install "the tests put a service behind it" nginx nginx
}

need_prometheus() {
    command -v prometheus >/dev/null 2>&1 ||
        install "the tests ask it for what the board shows" prometheus prometheus
}

need_node() {
    { node --eval 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' &&
        command -v npm; } >/dev/null 2>&1 ||
        install "the second reader of lexicon files runs under Node 20 or newer" "nodejs npm" node
}

need_clang() {
    { echo 'extern "C" int LLVMFuzzerTestOneInput(const char*, unsigned long) { return 0; }' |
        clang++ -fsanitize=fuzzer -x c++ - -o /dev/null; } >/dev/null 2>&1 ||
        install "libFuzzer comes with clang" "clang libclang-rt-dev llvm" llvm
}

need_wrk() {
    command -v wrk >/dev/null 2>&1 || install "the service is measured under load" wrk wrk
}

need_java() {
    command -v javac >/dev/null 2>&1 ||
        install "the benchmark compares with a Java library" default-jdk-headless openjdk
}
