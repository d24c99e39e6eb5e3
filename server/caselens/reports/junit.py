"""A report as JUnit XML: a case is a test, and fails when a required key is missing; what else blocks is a
test of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from caselens.evaluation.result import CaseResult
from caselens.reports import Report
from caselens.reports.table import shown

GATES = "gates"


def written(told: Report) -> str:
    name = shown(told.run.corpus_path or told.file or told.run.corpus_name or "corpus")
    suite = Element("testsuite", name=name, timestamp=told.run.completed.removesuffix("Z"))
    for result in told.run.results:
        test = SubElement(
            suite, "testcase", classname=name, name=shown(result.id), time=f"{result.milliseconds / 1000:.3f}"
        )
        _outcome(test, result)
    for blocker in _others(told):
        test = SubElement(suite, "testcase", classname=name, name=GATES)
        SubElement(test, "failure", message=shown(blocker))
    suite.set("tests", str(len(suite)))
    suite.set("failures", str(len(suite.findall("testcase/failure"))))
    suite.set("errors", str(len(suite.findall("testcase/error"))))
    suite.set("skipped", "0")
    root = Element("testsuites")
    root.append(suite)
    indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{tostring(root, encoding="unicode")}\n'


def _outcome(test: Element, result: CaseResult) -> None:
    if result.incomplete:
        SubElement(test, "error", message=shown(result.incomplete))
    elif result.missing:
        keys = ", ".join(shown(key) for key in dict.fromkeys(result.missing))
        failure = SubElement(test, "failure", message=f"not in the top {result.depth}: {keys}")
        failure.text = "\n".join(_ranking(result))


def _ranking(result: CaseResult) -> Iterator[str]:
    yield "expected"
    for key in result.expected:
        yield f"  {shown(key)}: {result.rank(key)}"
    yield "returned"
    for place, hit in enumerate(result.hits, 1):
        yield f"  {place}. {shown(hit.key)} {hit.score:.3f}"


def _others(told: Report) -> Iterator[str]:
    """What blocks besides missing keys and cases that were not asked, which their own tests tell."""
    of_cases = tuple(f"{result.id}: the required key" for result in told.run.results if result.missing)
    for blocker in told.blocking:
        if not blocker.startswith(of_cases) and "could not be asked" not in blocker:
            yield blocker
