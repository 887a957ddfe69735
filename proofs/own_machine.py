"""A machine for a proof, on this one: its files under a layer that is thrown away, and processes, network and
systemd of its own. It takes root, overlay file systems, and control groups of the second version.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from proofs.kit.checkout import git
from proofs.kit.processes import ROOT, NotHere, program, run

OPERATOR: Final = "keeper"
SYSTEMD: Final = Path("/usr/lib/systemd/systemd")
WHEELS: Final = "/var/tmp/wheels"  # noqa: S108  in the layer that is thrown away
PACKAGES: Final = "sudo adduser curl git python3 python3-venv postgresql redis-server iproute2"
BOOT_SECONDS: Final = 60.0

LAYER: Final = r"""
set -e
mount -t tmpfs -o mode=755 proof "$1"
cd "$1"
mkdir up work root
mount -t overlay overlay -o "lowerdir=/,upperdir=$1/up,workdir=$1/work" root
cd root
mount -t tmpfs -o mode=755 proof dev
for name in null zero full random urandom tty; do
    touch "dev/$name"
    mount --bind "/dev/$name" "dev/$name"
done
touch dev/console; mount --bind /dev/null dev/console
mkdir dev/pts dev/shm
mount -t devpts -o newinstance,ptmxmode=0666,mode=620,gid=5 devpts dev/pts
mount -t tmpfs -o mode=1777 proof dev/shm
ln -s pts/ptmx dev/ptmx; ln -s /proc/self/fd dev/fd
for number in 0:stdin 1:stdout 2:stderr; do ln -s "/proc/self/fd/${number%:*}" "dev/${number#*:}"; done
mount -t tmpfs -o mode=755 proof run
mount --bind /proc proc
"""
"""The layer over this machine's files: a rented machine, as new, is in `root` afterwards."""
FURNISH: Final = r"""
set -e
export DEBIAN_FRONTEND=noninteractive PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
if ! dpkg --status $PACKAGES > /dev/null 2>&1; then
    apt-get update --quiet=2
    apt-get install --yes --quiet=2 $PACKAGES
fi
rm -rf /var/lib/postgresql/*/* /etc/postgresql/*/* /var/lib/redis/* /srv/homeworlds /etc/homeworlds.env
for version in /usr/lib/postgresql/*; do pg_createcluster --port 5432 "${version##*/}" main; break; done
rm -rf /etc/systemd/system/*.wants
useradd --create-home --shell /bin/bash "$OPERATOR"
echo "$OPERATOR ALL=(ALL:ALL) NOPASSWD: ALL" > /etc/sudoers.d/proof
git config --system --add safe.directory '*'
python3 -m venv /var/tmp/loader
load="/var/tmp/loader/bin/pip download --quiet --disable-pip-version-check"
for list in $REQUIREMENTS; do $load --require-hashes --dest "$WHEELS" -r "$list"; done
printf '[global]\nno-index = true\nfind-links = %s\n' "$WHEELS" > /etc/pip.conf
"""
"""While there still is a network: what the document takes from it, and somebody with sudo."""
BOOT: Final = r"""
set -e
umount "$1/root/proc"
mount -t proc proc "$1/root/proc"
mount -t sysfs sysfs "$1/root/sys"
mount -t tmpfs -o mode=755 proof "$1/root/sys/fs/cgroup" 2> /dev/null || true
mount -t cgroup2 cgroup2 "$1/root/sys/fs/cgroup"
hostname localhost
cd "$1/root"
mkdir -p mnt
pivot_root . mnt
umount --lazy /mnt
exec env -i container=proof PATH=/usr/sbin:/usr/bin:/sbin:/bin /usr/lib/systemd/systemd --unit=basic.target
"""
GROUP: Final = 'echo $$ > "$2/cgroup.procs"\n'


class OwnMachine:
    """Runs from `boot` to `end`; `inside` is how a command begins that is to run there as root."""

    def __init__(self, folder: Path, group: Path, since: str = "") -> None:
        self.folder, self.group = folder, group
        self.requirements = [ROOT / "requirements.txt"]
        if since:
            before = folder / "requirements-before.txt"
            before.write_text(git(ROOT, "show", f"{since}:requirements.txt"))
            self.requirements.append(before)
        self.holder: subprocess.Popen[bytes] | None = None
        self.first = 0

    @property
    def inside(self) -> list[str]:
        names = ("--mount", "--uts", "--ipc", "--net", "--pid", "--cgroup")
        return [program("nsenter"), "--target", str(self.first), *names]

    def boot(self) -> None:
        furnish = 'chroot "$1/root" /bin/sh -c "$FURNISH"\n'
        spaces = "exec unshare --pid --fork --kill-child --uts --ipc --cgroup --net"
        script = f'{LAYER}{furnish}{GROUP}{spaces} sh -c "$BOOT" boot "$1"'
        layer = self.folder / "layer"
        layer.mkdir()
        with (self.folder / "log").open("wb") as log:
            self.holder = subprocess.Popen(
                [program("unshare"), "--mount", "sh", "-c", script, "layer", str(layer), str(self.group)],
                env={
                    **os.environ,
                    "BOOT": BOOT,
                    "FURNISH": FURNISH,
                    "OPERATOR": OPERATOR,
                    "PACKAGES": PACKAGES,
                    "WHEELS": WHEELS,
                    "REQUIREMENTS": " ".join(map(str, self.requirements)),
                },
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self._wait_for_systemd()

    def _wait_for_systemd(self) -> None:
        give_up = time.monotonic() + 10 * BOOT_SECONDS
        while time.monotonic() < give_up:
            if self.holder is None or self.holder.poll() is not None:
                break
            self.first = self._first_process()
            if self.first and self._runs():
                return
            time.sleep(0.5)
        raise NotHere(f"No machine of its own could be had here: {self.last_words()}")

    def _first_process(self) -> int:
        """The systemd inside, once it is that."""
        if self.holder is None:
            return 0
        children = Path(f"/proc/{self.holder.pid}/task/{self.holder.pid}/children")
        with contextlib.suppress(OSError):
            for pid in map(int, children.read_text().split()):
                if Path(f"/proc/{pid}/comm").read_text().strip() == "systemd":
                    return pid
        return 0

    def _runs(self) -> bool:
        asked = run([*self.inside, "systemctl", "is-system-running"], capture_output=True, check=False)
        return asked.stdout.strip() in ("running", "degraded")

    def last_words(self) -> str:
        return (self.folder / "log").read_text(errors="replace").strip()[-600:]

    def end(self) -> None:
        for pid in (self.first, self.holder.pid if self.holder else 0):
            if pid:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
        if self.holder:
            self.holder.wait(timeout=30)


@contextmanager
def own_machine(since: str = "") -> Iterator[OwnMachine]:
    """Raises NotHere with a sentence where it cannot be had. Nothing of it is left afterwards."""
    if os.geteuid() != 0:
        raise NotHere("A machine of its own takes root, to set it up.")
    if not SYSTEMD.exists():
        raise NotHere("There is no systemd on this machine.")
    for name in ("unshare", "nsenter", "chroot", "mount", "pivot_root"):
        program(name)
    with TemporaryDirectory(prefix="homeworlds-machine-") as name, _own_group() as group:
        machine = OwnMachine(Path(name), group, since)
        try:
            machine.boot()
            yield machine
        finally:
            machine.end()


@contextmanager
def _own_group() -> Iterator[Path]:
    """A control group, so that the systemd inside keeps its own below it."""
    for line in Path("/proc/mounts").read_text().splitlines():
        _what, place, kind, *_options = line.split()
        if kind == "cgroup2":
            break
    else:
        raise NotHere("There are no control groups of the second version on this machine.")
    group = Path(place) / f"homeworlds-proof-{os.getpid()}"
    try:
        group.mkdir()
    except OSError as error:
        raise NotHere(f"No control group can be made on this machine: {error.strerror}.") from error
    try:
        yield group
    finally:
        _remove(group)


def _remove(group: Path) -> None:
    """Control groups are folders that hold no files of ours; they go from the innermost on."""
    give_up = time.monotonic() + 10
    while group.exists() and time.monotonic() < give_up:
        for folder, _folders, _files in os.walk(group, topdown=False):
            with contextlib.suppress(OSError):
                Path(folder).rmdir()
        time.sleep(0.1)


def memory_is_limited(group: Path) -> bool:
    """Whether `MemoryMax=` has an effect in it."""
    return "memory" in (group / "cgroup.controllers").read_text().split()
