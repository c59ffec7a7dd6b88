# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How Sphinx makes a site of docs/*.md: `tools/dev site`."""
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
project = "tilec"
version = release = re.search(r"project\(tilec VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text()).group(1)
extensions = ["myst_parser"]
master_doc = "index"
exclude_patterns = ["site", "examples"]
myst_heading_anchors = 4
html_theme = "alabaster"
html_theme_options = {"description": "an open compiler for CUDA Tile C++", "page_width": "1100px"}
# Languages of listings that Pygments does not know in full.
suppress_warnings = ["misc.highlighting_failure", "myst.header"]


def without_links_out(app, name, source):
    """A site has no files of the tree beside its pages: links to them become their names. One that leads nowhere is an
    error."""
    folder = (ROOT / "docs" / name).parent

    def name_of(match):
        path = folder / match[2].split("#")[0]
        if not path.exists():
            raise FileNotFoundError(f"{name}: no file '{match[2]}'")
        if path.resolve().is_relative_to(ROOT / "docs") and path.suffix == ".md":
            return match[0]
        return match[1]

    source[0] = re.sub(r"\[([^\]\[]*)\]\((?!https?:|#)([^)\s]+)\)", name_of, source[0])


def setup(app):
    app.connect("source-read", without_links_out)
