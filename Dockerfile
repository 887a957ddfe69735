# Wheels only: nothing is compiled by a C compiler, and none is in the images. Two of them: `site`, the last one
# and so the default, and `bots`, which has numba besides and its cache prepared.
FROM docker.io/library/python:3.13-slim-trixie AS base

ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 VAR_DIR=/var/lib/homeworlds RUN_BY=docker
WORKDIR /app
# For `manage.py backup` and `restore`; not older than the server in docker-compose.yml.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends postgresql-client \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --uid 10001 --create-home homeworlds \
    # Of the mode of /tmp: an engine may give its own to what it mounts there, with root as the owner.
    && install --directory --owner homeworlds --group homeworlds --mode 1777 "$VAR_DIR" \
    # A volume that is put there belongs to whom the folder belongs.
    && install --directory --owner homeworlds --group homeworlds --mode 700 /var/lib/metrics
COPY requirements-build.txt requirements.txt ./
# Of http-ece, a few lines of Python, there is no wheel: it is made into one here.
RUN pip install --no-cache-dir --only-binary :all: --require-hashes -r requirements-build.txt \
    && pip install --no-cache-dir --only-binary :all: --require-hashes -r requirements.txt \
           --no-binary http-ece --no-build-isolation \
    && pip uninstall --yes --quiet setuptools

# Apart, so that only a change of the game or of the bots compiles the core again.
FROM base AS core
# The processor of this machine need not be that of the one it will run on.
ENV NUMBA_CPU_NAME=generic NUMBA_CACHE_DIR=/opt/search
COPY requirements-bots.txt .
RUN pip install --no-cache-dir --only-binary :all: --require-hashes -r requirements-bots.txt
COPY homeworlds homeworlds
COPY bots bots
RUN python -m bots.core --search

FROM core AS bots
COPY . .
# With the very times that numba has noted: it compiles again what seems younger.
COPY --from=core /app/homeworlds homeworlds
COPY --from=core /app/bots bots
USER homeworlds

FROM base AS site
ENV STATIC_MANIFEST=1
COPY . .
# With a broker that leaves nothing in VAR_DIR, which would be root's.
RUN BROKER_URL=memory:// SECRET_KEY=only-to-collect-the-static-files-of-this-image-here SITE_URL=http://localhost python manage.py collectstatic --no-input
USER homeworlds
EXPOSE 8000
CMD ["gunicorn", "homeworlds_site.wsgi:application", "--bind", "0.0.0.0:8000", "--worker-class", "gthread", \
     "--workers", "2", "--threads", "8", "--graceful-timeout", "10", "--no-control-socket", \
     "--worker-tmp-dir", "/dev/shm"]
