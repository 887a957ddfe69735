"""What every web server of the site has in common, however it is started; gunicorn reads it by itself."""

logger_class = "upkeep.web_log.WebLog"
