"""Finds a Python and keeps the virtual environment in step with the requirements.

Standard library only, and in words that an old Python understands, so that it can say that it is too old.
"""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
OLDEST = (3, 11)
# Newest first; what the locked packages were tried with comes before what may be newer than they are.
NAMES = ["python3.13", "python3.12", "python3.11", "python3", "python", "python3.14", "python3.15"]
NO_VENV = (
    "This Python cannot make a virtual environment. "
    "On Debian and Ubuntu install the package python3-venv, then try again."
)


def venv_folder():
    return os.path.abspath(os.environ.get("HOMEWORLDS_VENV") or os.path.join(ROOT, ".venv"))


def venv_python():
    return os.path.join(venv_folder(), "bin", "python")


def prepare(requirements):
    """Makes the environment hold what stands in the file, and returns the path of its Python."""
    folder = venv_folder()
    try:
        os.makedirs(folder, exist_ok=True)
        lock = open(os.path.join(folder, ".lock"), "w")  # noqa: SIM115  held until this process ends
    except OSError as error:
        sys.exit(
            "The folder {} for the virtual environment cannot be written: {}.".format(folder, error.strerror)
        )
    fcntl.flock(lock, fcntl.LOCK_EX)
    if _version(venv_python()) < OLDEST:
        _make(folder)
    if _fingerprint(requirements) not in _installed(folder):
        _install(folder, requirements)
    lock.close()
    return venv_python()


def _version(python):
    command = [python, "-c", "import sys; print(sys.version_info[0], sys.version_info[1])"]
    try:
        answer = subprocess.check_output(command, stderr=subprocess.DEVNULL)
        return tuple(int(part) for part in answer.split())
    except (OSError, subprocess.CalledProcessError, ValueError):
        return (0, 0)


def _pythons():
    """Every Python that is new enough, the best first, each once."""
    found = []
    for name in NAMES:
        path = shutil.which(name)
        if path and path not in found and _version(path) >= OLDEST:
            found.append(path)
    if sys.version_info[:2] >= OLDEST and sys.executable not in found:
        found.append(sys.executable)
    return found


def _make(folder):
    pythons = _pythons()
    if not pythons:
        sys.exit("Python {}.{} or newer is needed, and none was found on this machine.".format(*OLDEST))
    for python in pythons:
        _clear(folder)
        made = subprocess.call(
            [python, "-m", "venv", folder], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        if made == 0 and _version(venv_python()) >= OLDEST:
            return
    _clear(folder)
    sys.exit(NO_VENV)


def _clear(folder):
    for name in os.listdir(folder):
        path = os.path.join(folder, name)
        if os.path.isdir(path) and not os.path.islink(path):
            shutil.rmtree(path)
        elif name != ".lock":
            os.remove(path)


def _fingerprint(requirements):
    with open(os.path.join(ROOT, requirements), "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def _stamp(folder):
    return os.path.join(folder, ".requirements")


def _installed(folder):
    try:
        with open(_stamp(folder)) as file:
            return file.read().split()
    except OSError:
        return []


def _install(folder, requirements):
    print("Installing what {} names (about a minute) ...".format(requirements), flush=True)
    # Before pip starts, so that an interrupted run is not taken for a whole one.
    if os.path.exists(_stamp(folder)):
        os.remove(_stamp(folder))
    command = [
        venv_python(),
        "-m",
        "pip",
        "--disable-pip-version-check",
        "install",
        "--quiet",
        "--require-hashes",
    ]
    pip = subprocess.Popen(
        command + ["-r", os.path.join(ROOT, requirements)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    said = pip.communicate()[0].decode("utf-8", "replace")
    if pip.returncode != 0:
        sys.stderr.write("\n".join(said.splitlines()[-5:]) + "\n")
        if "connection" in said.lower() or "from versions: none" in said:
            sys.exit("The packages could not be fetched: is the network there? Try again when it is.")
        sys.exit("The packages could not be installed; the lines above say why.")
    # requirements-dev.txt holds everything requirements.txt does, at the same versions.
    installed = {_fingerprint(requirements), _fingerprint("requirements.txt")}
    with open(_stamp(folder), "w") as file:
        file.write("\n".join(sorted(installed)) + "\n")
