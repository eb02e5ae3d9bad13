import pytest

from onsale import Server


@pytest.fixture
def server(tmp_path):
    with Server(tmp_path) as running:
        yield running


@pytest.fixture
def make_server(tmp_path):
    """For tests that start and stop servers themselves. Remaining servers are killed at the end."""
    made = []

    def make(**options):
        folder = tmp_path / f"server-{len(made)}"
        folder.mkdir()
        made.append(Server(folder, **options))
        return made[-1]

    yield make
    for one in made:
        if one.process and one.process.poll() is None:
            one.kill()
        one.end_redis()
