"""Firefox, driven over WebDriver BiDi, which it supports itself."""

from __future__ import annotations

import itertools
import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests import marks
from tests.waiting import PATIENCE, wait_until

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
PREFERENCES = {
    "app.normandy.enabled": False,
    "app.update.disabledForTesting": True,
    "browser.safebrowsing.downloads.remote.enabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,none",
}
_KEYS = {"Enter": "\ue007", "Tab": "\ue004", "Escape": "\ue00c"}


class Tab:
    """The only tab of a browser."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection
        self._numbers = itertools.count(1)
        self._call("session.new", capabilities={})
        self._context = self._call("browsingContext.getTree")["contexts"][0]["context"]

    def open(self, address: str) -> None:
        self._call("browsingContext.navigate", context=self._context, url=address, wait="complete")

    def read(self, expression: str) -> str:
        """The text that an expression of JavaScript yields."""
        target = {"context": self._context}
        found = self._call(
            "script.evaluate",
            expression=f"Promise.resolve({expression}).then(String)",
            target=target,
            awaitPromise=True,
        )
        return str(found["result"]["value"])

    def press(self, keys: str) -> None:
        """Presses the key with this name, or types."""
        actions = [
            {"type": kind, "value": key}
            for key in ([_KEYS[keys]] if keys in _KEYS else keys)
            for kind in ("keyDown", "keyUp")
        ]
        source = {"type": "key", "id": "keyboard", "actions": actions}
        self._call("input.performActions", context=self._context, actions=[source])

    def wait_for(self, expression: str, expected: str) -> None:
        wait_until(lambda: self.read(expression) == expected, lambda: self.read(expression))

    def _call(self, method: str, **params: Any) -> dict[str, Any]:
        number = next(self._numbers)
        self._connection.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            answer = json.loads(self._connection.recv(timeout=PATIENCE))
            if answer.get("id") == number:
                assert answer["type"] == "success", answer
                return dict(answer["result"])


@contextmanager
def firefox(folder: Path) -> Iterator[Tab]:
    """Firefox with a separate profile in a folder."""
    marks.need("browser")
    assert FIREFOX, "Firefox is missing: run need_firefox of tools/system.sh"
    preferences = "".join(
        f"user_pref({json.dumps(name)}, {json.dumps(value)});\n"
        for name, value in PREFERENCES.items()
    )
    (folder / "user.js").write_text(preferences)
    command = [FIREFOX, "--headless", "--no-remote", "--profile", str(folder)]
    errors = folder / "firefox.err"
    with errors.open("wb") as stderr:
        process = subprocess.Popen([*command, "--remote-debugging-port", "0"], stderr=stderr)
    try:
        address: list[str] = []

        def listens() -> bool:
            address[:] = re.findall(r"BiDi listening on (ws://\S+)\n", errors.read_text())
            return bool(address)

        wait_until(listens, errors.read_text)
        with connect(f"{address[0]}/session", max_size=None) as connection:
            yield Tab(connection)
    finally:
        process.terminate()
        process.wait(PATIENCE)
