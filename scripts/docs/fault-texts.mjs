/** What the pages of the faults say beyond the table: what happened, what it looks like, and what to do. One row per fault. */
export const FAULT_TEXTS = {
  INVALID_INPUT: {
    means:
      'A flag, an argument or a field is missing, unknown, or has a value that does not fit. The message names the field, the value it has and what is expected; with `--json` the same is in `error.details.problems`.',
    example: 'unflake diagnose: --jobs is "many"; expected a number',
    todo: ['Look at `unflake <command> --help`.', 'Write `--flag=-value` when a value starts with a dash.'],
  },
  UNKNOWN_COMMAND: {
    means: 'There is no command of that name. Near matches are in the message.',
    example: 'unflake: `diagnos` is not a command; did you mean `diagnose`?',
    todo: ['List the commands with `unflake --help`.'],
  },
  UNKNOWN_TEST: {
    means:
      'No test of the suite has that id, or several contain the text that was given. An id is what `unflake list` prints; a part of it is enough when only one test contains it.',
    example: 'unflake diagnose: no test is named `test_totl`; near: `tests/test_cart.py::test_total`',
    todo: [
      'Copy a line from `unflake list` and quote it for the shell.',
      'If the test is missing from the list, the runner does not collect it: check its file name and its configuration.',
    ],
  },
  NO_RUNNER: {
    means: 'No file in the root is a sign of a test runner that unflake knows.',
    example: 'unflake list: no test runner was recognised in shop',
    todo: [
      'Give the right folder with `--root`.',
      'Name the runner with `--runner`.',
      'Any command can be the test: `unflake diagnose --runner command -- make check`.',
    ],
  },
  SEVERAL_RUNNERS: {
    means: 'The root has signs of more than one test runner, and choosing one is not ours to do.',
    example: 'unflake list: shop has several test runners: jest (jest.config.js); pytest (pytest.ini)',
    todo: ['Choose with `--runner <name>`.', 'To choose for good, set `runner` in the config file.'],
  },
  BAD_CONFIG: {
    means:
      'The config file cannot be read, imported, or does not fit its schema. The message names the file, the path inside it, the value and what is expected. Two config files in one root are refused as well.',
    example: 'unflake list: unflake.config.json: `jobs` is "two"; expected a number',
    todo: [
      'Compare it with [the config file](../configure/config-file.md).',
      'Point `$schema` at `config.schema.json`, and an editor shows the mistake while it is typed.',
      'A TypeScript config needs node 22.18 or newer; with an older node name it `unflake.config.js`.',
    ],
  },
  RUNNER_NOT_INSTALLED: {
    means:
      'The runner was chosen or recognised, but its program is not there or its check failed. Its words are quoted.',
    example: 'unflake list: pytest is not installed for shop: its check failed; install it with: pip install pytest',
    todo: [
      'Run the install command of the message.',
      'For Python, activate the virtual environment of the project first.',
    ],
  },
  SUITE_DOES_NOT_COLLECT: {
    means: 'The runner was started to list its tests and listed none. Its own words are quoted.',
    example: 'unflake list: pytest lists no test in shop and ended with status 2:',
    todo: ['Make the runner list its tests by hand first; the usual reason is a syntax error or a missing import.'],
  },
  STORE_UNREADABLE: {
    means: 'The file that keeps the cases is not a store, is damaged, or may not be read or written.',
    example: 'unflake cases: the store cases.db cannot be used: it is not a database',
    todo: [
      'Name another file with `--store <file>`.',
      'If the file is a damaged store, move it away; a new one is made.',
    ],
  },
  STORE_TOO_NEW: {
    means: 'The store was written by a newer unflake whose format this one does not know. Nothing was changed.',
    example: 'unflake cases: the store cases.db has format 2.0, this unflake writes 1.0',
    todo: ['Use the newer unflake.', 'Or keep a store of your own with `--store <file>`.'],
  },
  DISK_FULL: {
    means: 'There is no space left for the store or a report. Every trial recorded before is kept.',
    example: 'unflake diagnose: no space is left for the store cases.db',
    todo: ['Free some space.', 'Go on where it stopped: `unflake diagnose --resume latest`.'],
  },
  UNKNOWN_CASE: {
    means:
      'No case of this store has that id or that beginning, several have it, or the case has no diagnosis or trial of the kind asked for yet.',
    example: 'unflake report: there is no case "c-7f3k2n"',
    todo: [
      'List the cases with `unflake cases`.',
      'A case belongs to the store of its root: give the same `--root` or `--store`.',
    ],
  },
  RETRIES_NOT_OFF: {
    means:
      'The runner repeats failed tests by itself and would not stop. A retry turns a failure into a pass, and so hides the very thing we look for.',
    example: 'unflake diagnose: pytest retries failed tests: the plugin cannot be turned off',
    todo: ['Turn the retries off in the configuration of the project, at least while it is diagnosed.'],
  },
  NOT_EXECUTABLE: {
    means:
      'A program could not be started: it does not exist, may not be executed, or its arguments are too long for the system.',
    example: 'unflake diagnose: ./check.sh cannot be started: it may not be executed',
    todo: [
      'Start the same command from the root of the subject by hand.',
      'Commands are started without a shell: pipes and variables need `sh -c`.',
    ],
  },
  ROOT_NOT_FOUND: {
    means: 'The folder given with `--root` does not exist or is a file.',
    example: 'unflake list: the project root shpo is not a folder',
    todo: ['Check the spelling; a relative path starts at the current folder.'],
  },
  CASE_CHANGED: {
    means:
      'A case is resumed by replaying its trials, and the suite, the runner or the trials are not those it was opened with. Going on would mix two experiments.',
    example: 'unflake diagnose: the suite has changed since case c-7f3k2m was opened (212 tests then, 213 now)',
    todo: [
      'Open a new case: run `unflake diagnose <test>` without `--resume`.',
      'The old case can still be reported and replayed.',
    ],
  },
  CASE_BUSY: {
    means: 'Another unflake that is still alive is at work on this case. Two at once would run the same trials twice.',
    example: 'unflake diagnose: case c-7f3k2m is held by process 4711',
    todo: ['Wait for it, or end that process.', 'Or open a new case.'],
  },
};
