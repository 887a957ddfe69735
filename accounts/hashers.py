from django.contrib.auth.hashers import Argon2PasswordHasher


class ModestArgon2Hasher(Argon2PasswordHasher):
    """Argon2id with 19 MiB and two passes, OWASP's figures.

    Django's own 100 MiB would take 800 MB for eight log-ins at once.
    """

    memory_cost = 19 * 1024
    time_cost = 2
    parallelism = 1
