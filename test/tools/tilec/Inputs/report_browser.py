# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Opens a report in a browser and uses it: clicks lines, points and tabs, and measures graphs.

A copy of the page gets a script that does so and writes what it found into the page; the browser prints that.

report_browser.py BROWSER PAGE LINE [GRAPHS]: LINE is a line of the source that has PTX; GRAPHS are classes of SVGs that there have to
be, separated by commas."""
import html
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

browser, page, line = sys.argv[1:4]
graphs = sys.argv[4].split(",") if len(sys.argv) > 4 else []

CATCH = "<script>window.mistakes = []; window.addEventListener('error', event => window.mistakes.push(event.message));</script>"
USE = """<script>
const found = { tabs: [], graphs: [], links: [] };
const numbersOf = element => [...element.querySelectorAll('.on')].map(one => one.dataset.line);
const click = element => element.dispatchEvent(new MouseEvent('click', { bubbles: true }));
const source = document.getElementById('source'), ptx = document.getElementById('ptx');
click(source.querySelector('[data-line="LINE"]'));
found.source = numbersOf(source);
found.ptx = numbersOf(ptx);
found.ptxLines = ptx.querySelectorAll('[data-line="LINE"]').length;
const first = ptx.querySelector('.on');
found.isInView = !!first && first.offsetTop - ptx.offsetTop >= ptx.scrollTop &&
                 first.offsetTop - ptx.offsetTop < ptx.scrollTop + ptx.clientHeight;
for (const button of document.querySelectorAll('nav button')) {
  click(button);
  found.tabs.push([button.dataset.shows, [...document.querySelectorAll('nav button')]
    .filter(other => document.getElementById(other.dataset.shows).getBoundingClientRect().height > 0)
    .map(other => other.dataset.shows)]);
}
for (const details of document.querySelectorAll('details')) details.open = true;
for (const svg of document.querySelectorAll('svg')) {
  const box = svg.getBoundingClientRect();
  const inner = [...svg.querySelectorAll('.point, .event')].map(one => one.getBoundingClientRect());
  found.graphs.push({ kind: svg.getAttribute('class'), width: box.width, height: box.height, inner: inner.length,
    inside: inner.every(one => one.width > 0 && one.left >= box.left && one.right <= box.right &&
                               one.top >= box.top && one.bottom <= box.bottom) });
  const link = svg.querySelector('[data-line]');
  if (link) {
    click(link);
    found.links.push([svg.getAttribute('class'), link.dataset.line, numbersOf(source)]);
  }
}
found.mistakes = window.mistakes;
const outcome = document.createElement('pre');
outcome.id = 'outcome';
outcome.textContent = JSON.stringify(found);
document.body.append(outcome);
</script>"""

text = pathlib.Path(page).read_text(encoding="utf-8")
assert text.count("</body>") == 1 and text.count("<head>") == 1
text = text.replace("<head>", "<head>" + CATCH).replace("</body>", USE.replace("LINE", line) + "</body>")
with tempfile.TemporaryDirectory() as folder:
    wrapped = pathlib.Path(folder, "page.html")
    wrapped.write_text(text, encoding="utf-8")
    command = [browser, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
               "--window-size=1400,900", f"--user-data-dir={folder}/profile", "--dump-dom", wrapped.as_uri()]
    printed = subprocess.run(command, capture_output=True, text=True, timeout=120, env={**os.environ, "HOME": folder}).stdout
outcome = re.search(r'<pre id="outcome">(.*?)</pre>', printed, re.S)
assert outcome, printed[-2000:]
found = json.loads(html.unescape(outcome.group(1)))

assert found["mistakes"] == [], found["mistakes"]
assert found["source"] == [line], found["source"]
assert found["ptxLines"] > 0 and found["ptx"] == [line] * found["ptxLines"], (found["ptx"], found["ptxLines"])
assert found["isInView"], "the first marked line of the PTX is not in view"
assert [tab for tab, _ in found["tabs"]] == ["tile", "plan", "ptx", "sass"]
assert all(shown == [tab] for tab, shown in found["tabs"]), found["tabs"]
for kind in graphs:
    of_kind = [one for one in found["graphs"] if one["kind"] == kind]
    assert of_kind and all(one["width"] > 100 and one["height"] > 20 and one["inside"] for one in of_kind), of_kind
    assert any(one["inner"] for one in of_kind), of_kind
for kind, number, marked in found["links"]:
    assert marked == [number], (kind, number, marked)
assert {kind for kind, _, _ in found["links"]} >= set(graphs), found["links"]
print("browser ok")
