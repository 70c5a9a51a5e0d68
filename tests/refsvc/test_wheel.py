"""The wheel works on its own: built, installed in a fresh environment outside the checkout, and used."""

from __future__ import annotations

import subprocess
import sys
import venv
from pathlib import Path

TOP = Path(__file__).parents[2]


def test_the_wheel_checks_and_prints_a_record(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path), str(TOP)]
    subprocess.run(build, check=True, capture_output=True)
    wheel = next(tmp_path.glob("*.whl"))
    home = tmp_path / "env"
    venv.create(home, with_pip=False)
    python = home / "bin" / "python"
    # the locked dependencies are those of this environment; only the project itself comes from the wheel
    find = [str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    packages = Path(subprocess.run(find, check=True, capture_output=True, text=True).stdout.strip())
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(packages), str(wheel)]
    subprocess.run(install, check=True, capture_output=True)
    here = next(path for path in sys.path if path.endswith("site-packages"))
    (packages / "locked.pth").write_text(f"{here}\n")
    code = "import refsvc; assert 'site-packages' in refsvc.__file__; from refsvc.commands.main import main; main()"
    sample = packages / "refsvc" / "games" / "saladin" / "samples" / "saladin-arsuf-mistakes.json"
    checked = subprocess.run(
        [python, "-I", "-c", code, "check", str(sample), "--lang", "cs"], cwd=tmp_path, capture_output=True, check=False
    )
    assert checked.returncode == 1, checked.stderr.decode()
    assert "nálezy" in checked.stdout.decode()
    app = f"create_app({{'instance': {str(tmp_path)!r}}})"
    page = f"from refsvc import create_app; print({app}.test_client().get('/cs/saladin/rules/').status)"
    shown = subprocess.run([python, "-I", "-c", page], cwd=tmp_path, capture_output=True, check=True, text=True)
    assert shown.stdout == "200 OK\n"
    for what in (["summary", str(sample)], ["score-sheet", "saladin", "hattin"]):
        printed = tmp_path / f"{what[0]}.pdf"
        command = [str(python), "-I", "-c", code, "pdf", *what, "--lang", "cs,fr", "-o", str(printed)]
        subprocess.run(command, cwd=tmp_path, capture_output=True, check=True)
        assert printed.read_bytes().startswith(b"%PDF")
        found = subprocess.run(["pdffonts", printed], check=True, capture_output=True, text=True).stdout
        names = [row.split()[0].partition("+")[2] for row in found.splitlines()[2:]]
        assert names
        assert all(name.startswith("Reference-") for name in names)
