FROM python:3.12-slim

ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 STATIC_MANIFEST=1
WORKDIR /app
COPY requirements.txt .
RUN pip install --no-cache-dir --require-hashes -r requirements.txt
COPY . .
RUN SECRET_KEY=only-to-collect-the-static-files python manage.py collectstatic --no-input \
    && useradd --system --create-home --home-dir /home/homeworlds homeworlds \
    && mkdir -p var && chown homeworlds var
USER homeworlds
EXPOSE 8000
CMD ["gunicorn", "homeworlds_site.wsgi:application", "--bind", "0.0.0.0:8000", "--worker-class", "gthread", \
     "--workers", "2", "--threads", "4", "--no-control-socket", "--worker-tmp-dir", "/dev/shm"]
