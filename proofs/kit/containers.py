"""The images of the site and the services of its compose file, by whatever engine for containers is here."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import yaml

from proofs.kit.processes import ROOT, NotHere, program, run

COMPOSE: Final = ROOT / "docker-compose.yml"
DOCKERFILE: Final = ROOT / "Dockerfile"
ENGINES: Final = ("docker", "podman")
ASKED_FOR: Final = re.compile(r"\$\{(\w+)(?::([?-])([^}]*))?\}")
FROM: Final = re.compile(r"^FROM (\S+/python:3\.\d+-slim-(\w+)) AS base$", re.MULTILINE)
PACKAGES: Final = "python3,python3-venv,ca-certificates"
CERTIFICATES: Final = Path("etc/ssl/certs/ca-certificates.crt")
LOWERED: Final = ("--ulimit", "nofile=1024:1024", "--ulimit", "nproc=4096:4096")
WAYS: Final[Mapping[str, Sequence[tuple[str, ...]]]] = {
    "docker": ((),),
    "podman": ((), LOWERED, ("--runtime", "runc", *LOWERED), ("--cgroups", "disabled", *LOWERED)),
}
"""How a container is run, the first that this machine takes; the last of podman limits no memory."""
GLOBAL: Final = ("--runtime", "runc")


class NotGiven(Exception):
    """Its text is the name of what compose asks for."""


def filled(text: str, given: Mapping[str, str]) -> str:
    """As compose fills in variables: `${NAME:?why}` must be given, `${NAME:-default}` need not."""

    def value(match: re.Match[str]) -> str:
        name, sign, word = match.groups()
        if given.get(name):
            return given[name]
        if sign == "-":
            return str(word)
        raise NotGiven(name)

    return ASKED_FOR.sub(value, text).replace("$$", "$")


def compose(given: Mapping[str, str]) -> dict[str, dict[str, Any]]:
    """The services of the file. Raises NotGiven."""
    services: dict[str, dict[str, Any]] = yaml.safe_load(filled(COMPOSE.read_text(), given))["services"]
    return services


class Engine:
    """Docker or Podman. `mark` begins the name of whatever is made by it; `end` takes all of that away."""

    def __init__(self, wanted: str, mark: str) -> None:
        self.name, self.mark = _engine(wanted), mark
        self.way: tuple[str, ...] = ()
        self.images: list[str] = []
        self.builder: tuple[str, ...] = ()
        self.env = dict(os.environ)
        if self.name == "docker" and self.answer("buildx", "version") is None:
            self.env["DOCKER_BUILDKIT"] = "0"

    def __call__(self, *words: str, **how: Any) -> str:
        """What the engine says. Raises RuntimeError with its last words."""
        streams = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
        done = run([self.name, *words], env=self.env, check=False, **streams, **how)
        if done.returncode:
            raise RuntimeError(f"{self.name} {' '.join(words[:2])}: {done.stdout[-1500:]}")
        return done.stdout.strip()

    def answer(self, *words: str) -> str | None:
        """The same; None where it fails."""
        try:
            return self(*words)
        except RuntimeError:
            return None

    @property
    def version(self) -> str:
        shown = "{{.Server.Version}}" if self.name == "docker" else "{{.Client.Version}}"
        return f"{self.name} {self('version', '--format', shown)}"

    def base(self, folder: Path) -> str:
        """Sees that what the Dockerfile begins with is here; how it came. What debootstrap made is taken away
        in the end."""
        image, suite = _base()
        if self.answer("image", "inspect", image) is not None or self.answer("pull", image) is not None:
            self._choose_way(image)
            return f"{image}, which was here or a registry gave"
        _debootstrapped(suite, folder)
        run([program("tar"), "-C", str(folder), "-cf", f"{folder}.tar", "."])
        shutil.rmtree(folder)
        self(
            "import",
            "--change",
            "ENV PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            f"{folder}.tar",
            image,
        )
        self.images.append(image)
        self._choose_way(image)
        return f"a stand-in for {image}, which no registry gave: Debian {suite} by debootstrap"

    def _choose_way(self, image: str) -> None:
        """Raises NotHere where no container runs at all."""
        said = ""
        for way in WAYS[self.name]:
            self.way = way
            try:
                self(*self._run("--rm", "--memory", "100m"), image, "true")
            except RuntimeError as error:
                said = str(error)
            else:
                self.builder = tuple(word for word in way if word in LOWERED)
                return
        raise NotHere(f"No container runs here: {said}")

    def _run(self, *words: str) -> list[str]:
        first = [word for word in self.way if word in GLOBAL]
        rest = [word for word in self.way if word not in GLOBAL]
        if "--cgroups" in rest:
            words = tuple(each for each in words if each not in ("--memory", "100m"))
        return [*first, "run", "--network", "host", *rest, *words]

    def build(self, target: str, tag: str, context: Path) -> None:
        first = [word for word in self.way if word in GLOBAL]
        self(
            *first,
            "build",
            *self.builder,
            "--network",
            "host",
            "--target",
            target,
            "--tag",
            tag,
            str(context),
        )
        if tag not in self.images:
            self.images.append(tag)

    def start(self, name: str, image: str, service: Mapping[str, Any], *more: str) -> None:
        """As compose does, on the network of this machine; `more` goes with it."""
        words = ["--name", f"{self.mark}-{name}", "--detach", "--restart", service["restart"]]
        self(*self._run(*words, *self._options(service), *more), image, *service.get("command", ()))

    def once(self, image: str, service: Mapping[str, Any], *more: str) -> str:
        """A service that ends; what it says. Raises RuntimeError when it fails."""
        return self(*self._run("--rm", *self._options(service), *more), image, *service["command"])

    def _options(self, service: Mapping[str, Any]) -> Iterator[str]:
        yield from ("--read-only",) * service.get("read_only", False)
        yield from ("--init",) * service.get("init", False)
        if "user" in service:
            yield from ("--user", service["user"])
        for option, key in (("--cap-drop", "cap_drop"), ("--tmpfs", "tmpfs"), ("--volume", "volumes")):
            for each in service.get(key, ()):
                yield from (option, each)
        for each in service.get("security_opt", ()):
            yield from ("--security-opt", each.removesuffix(":true"))
        for key, value in service.get("environment", {}).items():
            yield from ("--env", f"{key}={value}")
        if "--cgroups" not in self.way:
            yield from ("--memory", service["mem_limit"], "--pids-limit", str(service["pids_limit"]))

    def inside(self, name: str, *words: str) -> str | None:
        return self.answer("exec", f"{self.mark}-{name}", *words)

    def is_healthy(self, name: str, service: Mapping[str, Any]) -> bool:
        kind, *words = service["healthcheck"]["test"]
        return self.inside(name, *(["sh", "-c"] if kind == "CMD-SHELL" else []), *words) is not None

    def began(self, name: str) -> str:
        return self.answer("inspect", "--format", "{{.State.StartedAt}}", f"{self.mark}-{name}") or ""

    def kill(self, name: str) -> None:
        """All processes of it, from inside: the engine finds it dead."""
        self.inside(name, "sh", "-c", "kill -9 -1")

    def remove(self, name: str, seconds: int) -> None:
        self.answer("stop", "--time", str(seconds), f"{self.mark}-{name}")
        self.answer("rm", "--force", "--volumes", f"{self.mark}-{name}")

    def log(self, name: str) -> str:
        return (self.answer("logs", f"{self.mark}-{name}") or "")[-1500:]

    def end(self) -> None:
        for kind, shown in (("container", "{{.Names}}"), ("volume", "{{.Name}}")):
            listed = [kind, "ls", "--filter", f"name={self.mark}", "--format", shown]
            for each in (self.answer(*listed, *["--all"] * (kind == "container")) or "").split():
                self.answer(kind, "rm", "--force", each)
        for image in reversed(self.images):
            self.answer("rmi", "--force", image)


def _engine(wanted: str) -> str:
    for name in [wanted] if wanted else ENGINES:
        if shutil.which(name) and run([name, "info"], check=False, capture_output=True).returncode == 0:
            return name
    raise NotHere(f"No engine for containers answers here: {wanted or ' or '.join(ENGINES)}.")


def _base() -> tuple[str, str]:
    """The image that the Dockerfile begins with, and the release of Debian that it is of."""
    found = FROM.search(DOCKERFILE.read_text())
    if not found:
        raise ValueError("The Dockerfile does not begin with an image of Python.")
    return found[1], found[2]


def _debootstrapped(suite: str, folder: Path) -> None:
    """The files of a stand-in: Python where the published image has it, and the certificates and the index
    of packages that this machine trusts. Takes root."""
    if os.geteuid() != 0:
        raise NotHere("No registry gives the image of Python, and to make one by debootstrap takes root.")
    run(
        [program("debootstrap"), "--variant=minbase", f"--include={PACKAGES}", suite, str(folder)],
        capture_output=True,
    )
    run([program("chroot"), str(folder), "python3", "-m", "venv", "/usr/local"], capture_output=True)
    if (Path("/") / CERTIFICATES).exists():
        shutil.copy(Path("/") / CERTIFICATES, folder / CERTIFICATES)
        (folder / "etc/pip.conf").write_text(f"[global]\ncert = /{CERTIFICATES}\n")
    for each in ("var/cache/apt/archives", "var/lib/apt/lists"):
        shutil.rmtree(folder / each, ignore_errors=True)


@contextmanager
def engine(wanted: str = "") -> Iterator[Engine]:
    """Whatever was made by it is taken away afterwards. Raises NotHere."""
    found = Engine(wanted, f"homeworlds-proof-{os.getpid()}")
    try:
        yield found
    finally:
        found.end()
