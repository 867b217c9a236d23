"""Settings from the environment, and the secrets that are kept."""

from __future__ import annotations

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from click.testing import CliRunner

from scorecard.cli import main
from scorecard.config import (
    SettingsError,
    data_folder,
    drop_old_secrets,
    from_environment,
    rotate_secret,
)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def file(folder: Path) -> Path:
    return folder / "secret-keys"


class TestSecrets:
    def test_the_first_start_makes_one_that_nobody_else_can_read(
        self, folder: Path, file: Path
    ) -> None:
        settings = from_environment({}, data_dir=folder)
        (secret,) = settings.secret_keys
        assert len(secret) == 64
        assert file.read_text() == f"{secret}\n"
        assert (mode(folder), mode(file)) == (0o700, 0o600)
        assert [path.name for path in folder.iterdir()] == ["secret-keys"]
        assert settings.remarks == ()

    def test_it_is_on_disk_with_its_name_before_anybody_is_let_in(
        self, folder: Path, synced: list[str]
    ) -> None:
        from_environment({}, data_dir=folder)
        assert synced[-1] == str(folder)
        rotate_secret(folder)
        assert synced[1::2] == [str(folder), str(folder)]

    def test_a_file_that_others_could_read_is_closed_and_that_is_said(
        self, folder: Path, file: Path
    ) -> None:
        first = from_environment({}, data_dir=folder)
        file.chmod(0o644)
        second = from_environment({}, data_dir=folder)
        assert mode(file) == 0o600
        assert second.secret_keys == first.secret_keys
        assert "rotate-secret" in second.remarks[0]

    def test_one_that_a_full_disk_left_empty_is_written_anew(
        self, folder: Path, file: Path
    ) -> None:
        folder.mkdir()
        file.touch(0o600)
        assert len(from_environment({}, data_dir=folder).secret_keys) == 1

    def test_two_that_start_at_once_go_on_with_the_same(self, folder: Path) -> None:
        with ThreadPoolExecutor(8) as pool:
            for start in range(20):
                data = folder / str(start)
                found = list(
                    pool.map(lambda _, at=data: from_environment({}, data_dir=at), range(8))
                )
                assert len({settings.secret_keys for settings in found}) == 1

    def test_a_new_one_goes_before_the_old_until_that_is_dropped(
        self, folder: Path, file: Path
    ) -> None:
        (old,) = from_environment({}, data_dir=folder).secret_keys
        assert rotate_secret(folder) == 2
        new, *older = from_environment({}, data_dir=folder).secret_keys
        assert older == [old]
        assert mode(file) == 0o600
        assert drop_old_secrets(folder) == 1
        assert from_environment({}, data_dir=folder).secret_keys == (new,)
        assert drop_old_secrets(folder) == 0

    def test_from_the_environment_older_ones_come_behind(self, folder: Path, file: Path) -> None:
        environment = {"SECRET_KEY": "a new one", "SECRET_KEY_FALLBACKS": "older oldest"}
        settings = from_environment(environment, data_dir=folder)
        assert settings.secret_keys == ("a new one", "older", "oldest")
        assert not file.exists()


class TestRotateCommand:
    def run(self, folder: Path, *arguments: str, **environment: str) -> tuple[int, str]:
        result = CliRunner(env={"SECRET_KEY": None, **environment}).invoke(
            main, ["rotate-secret", "--data", str(folder), *arguments]
        )
        return result.exit_code, result.output

    def test_it_says_what_it_did(self, folder: Path) -> None:
        status, said = self.run(folder)
        assert (status, "Made a new secret; 1 older still good." in said) == (0, True)
        status, said = self.run(folder, "--drop-old")
        assert (status, "Dropped 1 old secret." in said) == (0, True)
        assert "again to use it" in said

    def test_it_leaves_one_of_the_environment_alone(self, folder: Path) -> None:
        status, said = self.run(folder, SECRET_KEY="mine")
        assert status == 1
        assert "SECRET_KEY_FALLBACKS" in said
        assert not (folder / "secret-keys").exists()


class TestValues:
    @pytest.mark.parametrize(("typed", "hops"), [("", 0), ("0", 0), ("1", 1), ("2", 2)])
    def test_proxies_are_a_number(self, folder: Path, typed: str, hops: int) -> None:
        settings = from_environment({"TRUSTED_PROXIES": typed}, data_dir=folder)
        assert settings.trusted_proxies == hops

    @pytest.mark.parametrize("typed", ["yes", "-1", "99", "1.5", "٣", "1" * 5000])
    def test_what_is_no_number_of_proxies_is_a_sentence(self, folder: Path, typed: str) -> None:
        with pytest.raises(SettingsError, match="TRUSTED_PROXIES is the number"):
            from_environment({"TRUSTED_PROXIES": typed}, data_dir=folder)

    def test_limits_are_on_or_off(self, folder: Path) -> None:
        assert from_environment({}, data_dir=folder).has_limits
        assert not from_environment({"LIMITS": "off"}, data_dir=folder).has_limits
        with pytest.raises(SettingsError, match="LIMITS is on or off, not 'no'"):
            from_environment({"LIMITS": "no"}, data_dir=folder)

    @pytest.mark.parametrize(
        "url",
        [
            "cards.example.org",
            "https://localhost/a/../b",
            "ftp://x",
            "http://localhost?a",
            "http://[::1",
            "http://localhost:eighty",
            "http://localhost#a",
            "https://",
        ],
    )
    def test_an_address_that_phones_cannot_ask_is_a_sentence(self, folder: Path, url: str) -> None:
        with pytest.raises(SettingsError, match="PUBLIC_URL is a whole address"):
            from_environment({"PUBLIC_URL": url}, data_dir=folder)

    @pytest.mark.parametrize(
        "url", ["http://[::1]:8000", "https://home.example/cards/", "HTTPS://Home.example"]
    )
    def test_an_address_needs_no_last_slash(self, folder: Path, url: str) -> None:
        settings = from_environment({"PUBLIC_URL": url}, data_dir=folder)
        assert settings.public_url == url.rstrip("/")

    def test_every_command_says_so(self, folder: Path) -> None:
        environment = {"TRUSTED_PROXIES": "many"}
        result = CliRunner(env=environment).invoke(main, ["groups", "--data", str(folder)])
        assert result.exit_code == 1
        assert result.output.startswith("Error: TRUSTED_PROXIES")


def test_the_games_are_in_the_users_folder_for_data() -> None:
    assert data_folder({}) == Path.home() / ".local/share/scorecard"
    assert data_folder({"XDG_DATA_HOME": "/mine"}) == Path("/mine/scorecard")
    elsewhere = {"XDG_DATA_HOME": "/mine", "SCORECARD_DATA": "/games"}
    assert data_folder(elsewhere) == Path("/games")
    assert data_folder(elsewhere, Path("/given")) == Path("/given")


def test_the_floor_of_the_disk_is_so_many_megabytes_or_off(folder: Path) -> None:
    def floor(**environ: str) -> int:
        return from_environment(environ, data_dir=folder).disk_floor

    assert floor() == 500_000_000
    assert floor(DISK_FLOOR=" 20 ") == 20_000_000
    assert floor(DISK_FLOOR="off") == floor(DISK_FLOOR="0") == 0
    for typed in ("-1", "20 MB", "1e3", "٣"):
        with pytest.raises(SettingsError, match="such as 500, or off"):
            floor(DISK_FLOOR=typed)
