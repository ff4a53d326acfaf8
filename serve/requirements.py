"""`make requirements`: pin what requirements*.in ask for, with the hashes of every file of each version.

It uses pip-tools in a virtual environment of its own, and none of this machine's pip settings, so that the
same files come out everywhere.
"""

import os
import subprocess
import tempfile
import venv
from pathlib import Path

from serve.environment import ROOT

# The wheel's own dependencies serve its launcher, which is not used.
NOT_NEEDED = [word for name in ("fasteners", "platformdirs", "psutil") for word in ("--unsafe-package", name)]
FILES: dict[str, list[str]] = {
    "requirements": [],
    "requirements-postgres": NOT_NEEDED,
    "requirements-dev": [],
}
OPTIONS = [
    "--quiet", "--upgrade", "--generate-hashes", "--strip-extras",
    "--no-emit-index-url", "--no-emit-find-links", "--no-emit-trusted-host",
]  # fmt: skip


def main() -> None:
    env = {name: value for name, value in os.environ.items() if not name.startswith("PIP_") or "CERT" in name}
    env |= {"PIP_CONFIG_FILE": os.devnull, "CUSTOM_COMPILE_COMMAND": "make requirements"}
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = str(Path(folder) / "bin" / "python")
        subprocess.run([python, "-m", "pip", "install", "--quiet", "pip-tools"], env=env, check=True)
        for name, more in FILES.items():
            command = [python, "-m", "piptools", "compile", *OPTIONS, *more]
            subprocess.run([*command, "-o", f"{name}.txt", f"{name}.in"], cwd=ROOT, env=env, check=True)


if __name__ == "__main__":
    main()
