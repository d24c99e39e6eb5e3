# ruff: noqa: E501 - one complaint in a line
"""What users of other servers complained about, each held by a test here, or with the reason why by none.

The complaints are issues of public repositories, by name and number.
"""

from __future__ import annotations

from pathlib import Path

import pytest

HERE = Path(__file__).parent

COMPLAINTS = {
    "vscode-yaml #485: an outline of a long file makes typing lag": "e2e/test_complaints.py::test_typing_goes_on_while_an_outline_is_asked_for",
    "vscode-yaml #930: a very long file freezes the window": "e2e/test_typing.py::test_a_file_that_is_too_large_is_one_message",
    "vscode-yaml #626: completion takes seconds": "e2e/test_complaints.py::test_completion_reads_one_case_of_many",
    "vscode-yaml #1063: anchors make completion unusable": "e2e/test_complaints.py::test_completion_among_aliases",
    "yaml-language-server #216, vscode-yaml #239: conflict markers crash it": "e2e/test_typing.py::test_conflict_markers_are_one_finding",
    "yaml-language-server #1190: it never finishes": "e2e/test_robustness.py::test_a_file_in_any_state_is_answered",
    "vscode-yaml #217: out of memory in normal use": "bench/soak.py::main",
    "yaml-language-server #243: columns counted from the start of the file": "e2e/test_positions.py::test_a_finding_stands_at_its_characters",
    "yaml-language-server #260: a repeated key is one line off": "test_rules.py::test_findings_stand_where_they_are_drawn",
    "yaml-language-server #19, #22: a squiggle to the end of the file": "e2e/test_complaints.py::test_a_finding_stays_on_one_line",
    "yaml-language-server #128: emoji refused": "e2e/test_positions.py::test_a_finding_stands_at_its_characters",
    "eemeli/yaml #127, vscode-versionlens #193: CRLF shifts ranges": "e2e/test_positions.py::test_a_finding_stands_at_its_characters",
    "yaml-language-server #880, #37: edits turn CRLF into LF": "e2e/test_actions.py::test_edits_stand_where_they_should_in_each_encoding",
    "vscode-yaml #716, #1005, #924, #1083: merge keys and versions of YAML": "test_corpus_vectors.py::test_accepted_with_the_same_digest_and_cases",
    "yaml-language-server #1152: hover fails on True or yes": "e2e/test_complaints.py::test_hovers_on_what_looks_like_another_type",
    "yaml-language-server #317, vscode-yaml #337: an error at every keystroke": "e2e/test_typing.py::test_every_prefix_has_an_answer_to_everything",
    "vscode-yaml #358, #584, #83: hovers and symbols throw": "e2e/test_typing.py::test_every_prefix_has_an_answer_to_everything",
    "azure-pipelines-language-server #167: typing { } kills it": "e2e/test_robustness.py::test_a_file_in_any_state_is_answered",
    "vscode-github-actions #376, grizzly #291: diagnostics stay after closing": "e2e/test_server.py::test_a_closed_file_shows_nothing_and_an_opened_one_all_again",
    "marksman #62: nothing after closing and opening again": "e2e/test_server.py::test_a_closed_file_shows_nothing_and_an_opened_one_all_again",
    "eclipse.jdt.ls #867: errors of unsaved edits stay": "e2e/test_server.py::test_errors_of_edits_that_were_not_saved_go_with_them",
    "vscode-yaml #347, #513, #1173, #1274: drives and escapes in URIs": "e2e/test_places.py::test_spellings_of_a_uri",
    "vscode-yaml #1266, #587: relative to what?": "unit/test_configuration.py::test_globs",
    "aws-toolkit-vscode #2893, argdown #89: nothing in untitled buffers": "e2e/test_places.py::test_a_new_buffer_runs_its_own_text_in_the_first_folder",
    "vscode-yaml #666, #978, #998, yaml-language-server #446: one line cannot be silenced": "e2e/test_actions.py::test_a_finding_is_ignored_here_and_in_the_configuration",
    "yaml-language-server #1116: a blank quick fix": "test_fixes.py::test_a_fix_changes_just_this",
    "yaml-language-server 1.23: a formatter taken back": "there is no formatter",
    "yaml-language-server #1201: workspace/configuration answered with null": "configuration is never asked of the client",
    "vscode #198062, #18474: lenses vanish on a syntax error": "e2e/test_typing.py::test_a_broken_case_says_so_on_its_own_line_and_keeps_its_lens",
    "vscode-python #1972, #2134, #3072: a lens stays at its old line": "e2e/test_complaints.py::test_lenses_move_with_their_lines",
    "vscode #203913, #133338: run controls in the gutter too": "a later part: the Testing view of the extension",
    "Dart-Code #4325, vscode-swift #1728: minutes in the editor, seconds without": "a later part: the Testing view of the extension",
    "vscode-languageserver-node #1222, #1440: --stdio kills it": "e2e/test_server.py::test_a_corpus_is_mended_run_edited_and_its_runs_are_cancelled",
    "vscode-languageserver-node #68, #726: servers without a parent": "e2e/test_endings.py::test_the_server_ends_when_its_parent_does",
    "rust-analyzer #13369: stale hints": "e2e/test_server.py::test_a_corpus_is_mended_run_edited_and_its_runs_are_cancelled",
}  # fmt: skip


@pytest.mark.parametrize("complaint", COMPLAINTS)
def test_each_is_held_by_a_test_or_a_reason(complaint: str) -> None:
    held = COMPLAINTS[complaint]
    if "::" in held:
        name, test = held.split("::")
        assert f"def {test}(" in (HERE / name).read_text("utf-8")
    else:
        assert len(held.split()) > 3


def test_all_are_there() -> None:
    assert len(COMPLAINTS) == 35
