"""The database that Django gets."""

import pytest
from django.db import connection


@pytest.mark.django_db
def test_real_postgresql_with_utf8():
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT current_setting('server_encoding'), current_setting('server_version_num')::int, "
            "lower('ÄÉ')"
        )
        encoding, version, lowered = cursor.fetchone()
    assert connection.vendor == "postgresql"
    assert encoding == "UTF8"
    assert version >= 140000
    assert lowered == "äé"
