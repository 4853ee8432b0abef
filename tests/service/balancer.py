"""HAProxy and nginx as a page of docs/ sets them up, in front of services of this machine."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import httpx

from tests import marks
from tests.conftest import ROOT
from tests.ports import choose_port
from tests.service.services import Service
from tests.waiting import PATIENCE, wait_until

SEVERAL, ONE = (ROOT / "docs" / name for name in ("many-machines.md", "deploying.md"))
"""The pages for several services and for one."""


NGINX = """
daemon off;
master_process off;
pid {folder}/nginx.pid;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/nginx-body;
    proxy_temp_path {folder}/nginx-proxy;
    fastcgi_temp_path {folder}/nginx-none;
    uwsgi_temp_path {folder}/nginx-none;
    scgi_temp_path {folder}/nginx-none;
    {site}
}}
"""


def read_block(language: str, page: Path = SEVERAL) -> str:
    """The only block of a page in this language."""
    (block,) = re.findall(rf"```{language}\n(.*?)```", page.read_text("utf-8"), re.DOTALL)
    return str(block)


def find_program(name: str) -> str:
    """The path of a program. Debian keeps some programs in folders that only root searches."""
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin")
    assert found, f"{name} is missing: run need_{name} of tools/system.sh"
    return found


class Proxy:
    """Configures one address for services, as on the page, except that there is no TLS."""

    def __init__(self, port: int, *command: str | Path) -> None:
        self.port = port
        self.url = f"http://127.0.0.1:{port}"
        self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL)
        wait_until(self._answers, lambda: f"an answer of {command[0]}")

    def client(self, token: str = "", *, address: str = "127.0.0.1") -> httpx.Client:
        """A client at one of this machine's own addresses."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        transport = httpx.HTTPTransport(verify=False, local_address=address)
        return httpx.Client(
            base_url=self.url, headers=headers, transport=transport, timeout=PATIENCE
        )

    def _answers(self) -> bool:
        assert self._process.poll() is None
        try:
            return self.client().get("/api/v1/health").is_success
        except httpx.TransportError:
            return False

    def close(self) -> None:
        self._process.terminate()
        self._process.wait()


class Balancer(Proxy):
    """HAProxy, perhaps with another path by which it checks the services. A `patient` one waits for
    services as long as tests do, so that none seems to be away on a busy machine."""

    def __init__(
        self,
        folder: Path,
        services: Sequence[Service],
        check: str = "/api/v1/health",
        page: Path = SEVERAL,
        *,
        patient: bool = False,
    ) -> None:
        marks.need("server")
        port = choose_port()
        text = read_block("cfg", page).replace(
            ":443 ssl crt /etc/haproxy/judge.pem", f"127.0.0.1:{port}"
        )
        text = text.replace("GET /api/v1/health", f"GET {check}")
        if patient:
            long = rf"timeout \1 {PATIENCE:.0f}s"
            text = re.sub(r"timeout (connect|server|check) .*", long, text)
        for number, service in enumerate(services, 1):
            text = text.replace(f"10.0.0.1{number}:8000", f"127.0.0.1:{service.port}")
        text = text.replace("127.0.0.1:8000", f"127.0.0.1:{services[0].port}")
        assert "10.0.0" not in text
        path = folder / "haproxy.cfg"
        path.write_text(text, "utf-8")
        super().__init__(port, find_program("haproxy"), "-db", "-q", "-f", path)


class Nginx(Proxy):
    """nginx, as a process that keeps all its files in a folder."""

    def __init__(self, folder: Path, service: Service) -> None:
        marks.need("server")
        port = choose_port()
        site = read_block("nginx", ONE).replace("listen 443 ssl", f"listen 127.0.0.1:{port}")
        site = re.sub("ssl_.*;", "", site).replace("127.0.0.1:8000", f"127.0.0.1:{service.port}")
        path = folder / "nginx.conf"
        path.write_text(NGINX.format(folder=folder, site=site), "utf-8")
        options: list[str | Path] = ["-c", path, "-p", folder, "-e", folder / "nginx.errors"]
        super().__init__(port, find_program("nginx"), *options)
