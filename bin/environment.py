"""Finds a Python and keeps the virtual environment in step with the requirements.

Standard library only, and in words that an old Python understands, so that it can say that it is too old.
"""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
from urllib.parse import urlsplit

ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
OLDEST = (3, 11)
WRONG_SETTING = 78
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
    check_given()
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


def check_given():
    """Ends with a sentence where a setting for these commands is wrong."""
    for name in ("HOMEWORLDS_VENV", "HOMEWORLDS_SHARED"):
        _check_folder(name, os.environ.get(name, ""))
    if os.environ.get("REQUIRE_ALL", "") not in ("", "0", "1"):
        _refuse("REQUIRE_ALL is 1, or nothing at all.")
    for name, schemes in (
        ("TEST_DATABASE_URL", ("postgres", "postgresql")),
        ("TEST_REDIS_URL", ("rediss", "redis")),
    ):
        given = os.environ.get(name, "")
        if given and not _is_server(given, schemes):
            _refuse("{} is {}://host:port{}.".format(name, schemes[-1], _tail(name)))


def _tail(name):
    return "/name" if name == "TEST_DATABASE_URL" else ""


def _is_server(given, schemes):
    try:
        parts = urlsplit(given)
        port = parts.port
    except ValueError:
        return False
    host = parts.hostname or parts.path.strip("/")
    return parts.scheme in schemes and bool(host) and port != 0 and " " not in given


def _check_folder(name, given):
    if not given:
        return
    if given[0] == "~" or "$" in given or len(given.splitlines()) > 1:
        _refuse("{} is a folder by its plain name: nothing in it is expanded.".format(name))
    place = os.path.abspath(given)
    if place == "/":
        _refuse("{} is a folder of its own, not the whole disk.".format(name))
    way = place
    while not os.path.exists(way):
        way = os.path.dirname(way)
    if not os.path.isdir(way):
        _refuse("{} is a folder, and a file stands there or on the way.".format(name))
    if name == "HOMEWORLDS_SHARED" and way != place:
        _refuse("{} names a folder that is not there.".format(name))
    if name == "HOMEWORLDS_VENV" and way == place and not _may_be_cleared(place):
        _refuse("{} names a folder with other things in it, which would be deleted.".format(name))


def _may_be_cleared(folder):
    held = os.listdir(folder)
    return not held or bool({"pyvenv.cfg", ".lock", ".requirements"}.intersection(held))


def _refuse(sentence):
    sys.stderr.write(sentence + "\n")
    sys.exit(WRONG_SETTING)


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


def _told(pip, requirements):
    """What pip says; how far it is stands in a bar meanwhile."""
    with open(os.path.join(ROOT, requirements), encoding="utf-8") as file:
        total = sum("==" in line and not line.startswith("#") for line in file)
    lines, done = [], 0
    for raw in pip.stdout:
        line = raw.decode("utf-8", "replace")
        lines.append(line)
        if line.startswith(("Collecting ", "Requirement already satisfied", "Ignoring ")):
            done = min(done + 1, total)
            _bar(done, total, "packages")
        elif line.startswith("Installing collected"):
            _bar(total, total, "packages are here and are put in place")
    if sys.stdout.isatty():
        print(flush=True)
    return "".join(lines)


def _bar(done, total, what):
    """In one line on a terminal; elsewhere a line for each tenth."""
    tenth, before = 10 * done // total, 10 * (done - 1) // total
    line = "[{}{}] {} of {} {}".format("#" * tenth, "." * (10 - tenth), done, total, what)
    if sys.stdout.isatty():
        sys.stdout.write("\r\x1b[K" + line)
        sys.stdout.flush()
    elif tenth != before or what != "packages":
        print(line, flush=True)


def _install(folder, requirements):
    print("Installing what {} names (a minute or some) ...".format(requirements), flush=True)
    # Before pip starts, so that an interrupted run is not taken for a whole one.
    if os.path.exists(_stamp(folder)):
        os.remove(_stamp(folder))
    command = [
        venv_python(),
        "-m",
        "pip",
        "--disable-pip-version-check",
        "install",
        "--progress-bar=off",
        "--require-hashes",
    ]
    pip = subprocess.Popen(
        command + ["-r", os.path.join(ROOT, requirements)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    said = _told(pip, requirements)
    if pip.wait() != 0:
        sys.stderr.write("\n".join(said.splitlines()[-5:]) + "\n")
        if "connection" in said.lower() or "from versions: none" in said:
            sys.exit("The packages could not be fetched: is the network there? Try again when it is.")
        sys.exit("The packages could not be installed; the lines above say why.")
    # requirements-dev.txt holds everything requirements.txt does, at the same versions.
    installed = {_fingerprint(requirements), _fingerprint("requirements.txt")}
    with open(_stamp(folder), "w") as file:
        file.write("\n".join(sorted(installed)) + "\n")
