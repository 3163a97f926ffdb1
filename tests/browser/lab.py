"""A JupyterLab of its own and a Chromium that looks at it, for tests."""

from __future__ import annotations

import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip
START_SECONDS = 60
# Nothing is fetched from the network, and no dialog asks for it.
SETTINGS = {
    "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
    "extensionmanager-extension/plugin": {"enabled": False},
}


def find_chromium() -> str | None:
    """Return the path of a Chromium, if there is one."""
    return next(filter(None, map(shutil.which, NAMES)), None)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running_lab(folder: Path, home: Path) -> Iterator[str]:
    """Start a JupyterLab in the folder; yield its address with {} for the path of a notebook."""
    for name, content in SETTINGS.items():
        path = home / "settings" / "@jupyterlab" / f"{name}.jupyterlab-settings"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(content), encoding="utf-8")
    token, port = secrets.token_hex(16), free_port()
    environment = {
        **os.environ,
        "SMALL": "1",
        "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]),
        "JUPYTER_CONFIG_DIR": str(home / "config"),
        "JUPYTER_RUNTIME_DIR": str(home / "runtime"),
        "JUPYTERLAB_SETTINGS_DIR": str(home / "settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(home / "workspaces"),
        "IPYTHONDIR": str(home / "ipython"),
    }
    command = [
        sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", f"--port={port}",
        "--ServerApp.port_retries=0", f"--ServerApp.root_dir={folder}",
        f"--IdentityProvider.token={token}",
    ]  # fmt: skip
    with (home / "server.log").open("w") as log:
        server = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
    try:
        _await(f"http://127.0.0.1:{port}/api?token={token}", home / "server.log")
        yield f"http://127.0.0.1:{port}/lab/tree/{{}}?token={token}"
    finally:
        server.terminate()
        server.wait(20)


def _await(url: str, log: Path) -> None:
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end:
        try:
            with urllib.request.urlopen(url, timeout=5):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.2)
    raise TimeoutError(f"JupyterLab did not start: {log.read_text()[-2000:]}")


class Browser:
    """A page, and what its console said."""

    def __init__(self, page: Page) -> None:
        self.page, self.context = page, page.context
        self.errors: list[str] = []
        page.on("console", self._note)
        page.on("pageerror", lambda error: self.errors.append(f"page error: {error}"))

    def _note(self, message: Any) -> None:
        if message.type == "error":
            where = (message.location or {}).get("url", "")
            self.errors.append(f"{message.text} ({where})")


@contextmanager
def running_browser(home: Path, *, dark: bool = False) -> Iterator[Browser]:
    """Start Chromium with an empty profile."""
    with sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            str(home / "profile"),
            executable_path=find_chromium(),
            args=list(FLAGS),
            viewport={"width": 1500, "height": 1000},
            color_scheme="dark" if dark else "light",
        )
        try:
            yield Browser(context.pages[0] if context.pages else context.new_page())
        finally:
            context.close()


def open_and_run(browser: Browser, url: str) -> Page:
    """Open a notebook, run all its cells, and wait for the last one."""
    page = browser.page
    page.set_default_timeout(400_000)  # rules may have to be compiled; later steps take less
    page.goto(url)
    page.get_by_text("Python 3 (ipykernel) | Idle").wait_for()
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_text("Run All Cells", exact=True).click()
    page.locator(".burgundy").nth(1).wait_for(state="attached")
    page.get_by_text("Python 3 (ipykernel) | Idle").wait_for()
    page.set_default_timeout(30_000)
    return page
