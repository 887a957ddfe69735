"""A mail server that does as it is told: lets everybody in, refuses, or says nothing; at its own pace."""

from __future__ import annotations

import contextlib
import enum
import socket
import threading
import time
from typing import Final

GREETING: Final = b"220 proof\r\n"
NO: Final = b"554 go away\r\n"
YES: Final = b"250 ok\r\n"
END: Final = b".\r\n"


class Mood(enum.Enum):
    KIND = enum.auto()
    REFUSES = enum.auto()
    SILENT = enum.auto()


class MailServer:
    def __init__(self) -> None:
        self.mood = Mood.KIND
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"smtp://127.0.0.1:{self._listener.getsockname()[1]}"
        self._held: list[socket.socket] = []
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                line, _address = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._talk, args=[line], daemon=True).start()

    def _talk(self, line: socket.socket) -> None:
        if self.mood is Mood.SILENT:
            self._held.append(line)
            return
        with line, contextlib.suppress(OSError), line.makefile("rb") as said:
            line.sendall(GREETING if self.mood is Mood.KIND else NO)
            for word in said:
                if word.upper().startswith(b"MAIL"):
                    time.sleep(self.pause())
                if word.upper().startswith(b"DATA"):
                    line.sendall(b"354 go on\r\n")
                    letter = []
                    while (part := said.readline()) not in (END, b""):
                        letter.append(part)
                    if not part:
                        return  # the client was killed
                    self.take(b"".join(letter))
                line.sendall(YES)
                if word.upper().startswith(b"QUIT"):
                    return

    def pause(self) -> float:
        """Seconds before it lets a client begin a mail."""
        return 0.0

    def take(self, letter: bytes) -> None:
        """Once its last line is read, whether or not the client lives to read the answer."""

    def close(self) -> None:
        with contextlib.suppress(OSError):  # closed before
            # Or who waits for the next one would still let it in.
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for line in self._held:
            line.close()
