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
      'No test of the suite is what the text names, or several are. The text may be an id from `unflake list`, a name, `file:line`, or a line that the runner printed; several tests are listed, ten at most.',
    example: 'unflake diagnose: no test is named `test_totl`; near: `tests/test_cart.py::test_total`',
    todo: [
      'Copy one of the printed commands, or a line from `unflake list`, quoted for the shell.',
      'What can name a test is in [Naming a test](../use/name-a-test.md).',
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
    means:
      'The root has signs of more than one test runner, or of one in several folders, and the test that was named does not tell which is meant. `unflake list` lists them all.',
    example: 'unflake diagnose: shop has several test runners: jest (jest.config.js); pytest (pytest.ini)',
    todo: [
      'Name the test as `unflake list` prints it.',
      'Choose with `--runner <name>`, or one folder with `--root <folder>`.',
      'To choose for good, set `runner` in the config file.',
    ],
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
      'The runner was chosen or recognised, but its program is not there, its check failed (its words are quoted), or its version is not one of those that unflake works with (they are named).',
    example: 'unflake list: pytest is not installed for shop: its check failed; install it with: pip install pytest',
    todo: [
      'Run the install command of the message.',
      'For Python, activate the virtual environment of the project first.',
      'Where another version of the runner cannot be had, any command can be the test: `unflake diagnose --runner command -- npm test`.',
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
    means:
      'There is no space left for the store, a report, or an environment. Every trial recorded before is kept, and of an environment nothing half-made is left.',
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
  ENV_NO_SUITE: {
    means:
      'No folder with step files was found: neither `test`, `tests` nor the root holds a `foundation.*`, a `00-*` or a `test-*` that can be run, and the config file names none.',
    example: 'unflake env run: no step files were found in shop (looked in test, tests and .)',
    todo: [
      'Name the folder with `--suite`, or for good as `testbed.suite` in the config file.',
      'Steps with other names are listed as `testbed.steps` in the config file.',
    ],
  },
  ENV_UNKNOWN_STEP: {
    means: 'The suite has no step or environment of that name. Near matches are in the message.',
    example: 'unflake env run: there is no step `01-mta`; did you mean `01-meta`?',
    todo: ['See the steps and what they need with `unflake env graph`.', 'A step is named without its extension.'],
  },
  ENV_BAD_STEP: {
    means:
      'What a step declares cannot be meant: a prerequisite that does not exist, is independent, or runs later; two steps of one name; an argument that is no plain word and so cannot be read without running it.',
    example: 'unflake env run: the step `02-dist`: it names the prerequisite `01-mta`, and there is no such step',
    todo: ['Mend the line in its `setup_file`.', '`unflake env validate` shows every such line with its place.'],
  },
  ENV_CYCLE: {
    means: 'Steps wait for each other, so that none of them could ever run. The message shows the whole cycle.',
    example: 'unflake env run: the steps wait for each other: 01-meta → 02-dist → 01-meta',
    todo: ['Remove one of these prerequisites.'],
  },
  ENV_LOCKED: {
    means:
      'Somebody else holds an environment, and did not let go of it in the time that we wait. A lock that is held belongs to a process that lives: the kernel takes it back from the dead.',
    example: 'unflake env run: the environment sequential is held by process 4711 (unflake env run), still after 600 s',
    todo: [
      'Wait for that process, or end it.',
      'Wait longer with `--wait <seconds>`.',
      'When the message names a child, its run is dead and something it started still runs: end that.',
    ],
  },
  ENV_COPY_FAILED: {
    means:
      'An environment could not be copied, for another reason than a full disk. What was copied so far has been removed.',
    example: 'unflake env run: the environment foundation could not be copied to sequential:',
    todo: ['Read the words of cp.', 'Files that only another user may read cannot be part of an environment.'],
  },
  UNKNOWN_TOOL: {
    means: 'A service was asked for a tool that it does not have. Near matches are in the message.',
    example: 'there is no tool `diagnos`; did you mean `diagnose`?',
    todo: [
      'Ask the service for its tools: `tools/list` over MCP.',
      'Commands that only make sense in a terminal, such as `demo`, are no tools of the service.',
    ],
  },
  QUEUE_OVERLOADED: {
    means:
      'As many calls are running as the service allows at once, so this one was refused instead of being made to wait. `error.details` has `max` and `size`.',
    example: '4 calls are running, and no more than 4 may run at once',
    todo: ['Call again later.', 'Allow more calls at once with `--max-calls` where the service is started.'],
  },
  TOOL_TIMEOUT: {
    means:
      'A call took longer than it may. Its work was stopped and every process that it had started is gone. `error.details.timeoutMs` is the limit, and `error.details.caseId` the case that was cut, if there is one.',
    example: 'diagnose was stopped after 1800000 ms',
    todo: [
      'What was recorded is kept: call `diagnose` with `resume` and the id of the case.',
      'Give the tool a smaller budget, for example `minutes` or `trials` of `diagnose`.',
      'Allow more time with `--timeout-ms` where the service is started.',
    ],
  },
  FORBIDDEN_ROOT: {
    means:
      'A request named a path outside the folders that the service may touch. Symbolic links are followed before the path is compared. `error.details.root` is the path that it leads to.',
    example: 'the path /srv/other is outside the folders that this service may touch',
    todo: ['Start the service with `--allow <folder>` for each folder that requests may name.'],
  },
  COMMAND_NOT_ALLOWED: {
    means:
      "A request brought a command to run. A service runs only what the project's own configuration or its detected runner says, never what a request says.",
    example: '`rest` is a command, and commands are not taken from a request',
    todo: [
      'Put the command into the config file: `runners.command.command`.',
      'Run it from the command line: `unflake diagnose --runner command -- make check`.',
    ],
  },
  NO_INDEX: {
    means: 'The index was to be searched as it is, and the project has none yet.',
    example: 'unflake search: there is no index of shop',
    todo: ['Make it with `unflake index`.', 'Search without `--as-is`: then it is made first.'],
  },
  UNKNOWN_ROUTE: {
    means: 'The HTTP service has nothing at that path.',
    example: 'there is nothing at `/tool`',
    todo: ['Look at [the HTTP service](../machine-readable/http.md), or ask it for `/openapi.json`.'],
  },
  METHOD_NOT_ALLOWED: {
    means:
      'The path exists, and the method is not one that it takes. The header `allow` and `error.details.allowed` say which are.',
    example: 'PUT is not for `/tools/search`; POST or GET is',
    todo: ['Tools are called with POST.', 'A call is followed with GET, and cancelled with DELETE, at its `/stream`.'],
  },
  NOT_JSON: {
    means: 'The body of a request is not declared as JSON. This also keeps web forms of other sites from calling.',
    example: 'the content type is text/plain; expected application/json',
    todo: ["Send `content-type: application/json`: `curl -H 'content-type: application/json' -d '{}' …`."],
  },
  BODY_TOO_LARGE: {
    means: 'The body of a request is larger than the service reads. `error.details.max` is the limit in bytes.',
    example: 'the body is larger than 1048576 bytes',
    todo: ['Look at what is sent: no input of a tool needs so much.'],
  },
  BODY_TOO_SLOW: {
    means: 'The body of a request did not arrive in time, and the connection was closed.',
    example: 'the body did not arrive within 10000 ms',
    todo: ['Send the whole body at once, and with its `content-length`.'],
  },
  UNAUTHORIZED: {
    means: 'The service wants a token, and the request has none or another.',
    example: 'no token was shown',
    todo: [
      'Send `authorization: Bearer <token>`.',
      'The token is in the file or the variable that the service named when it was started; see [the service](../use/service.md).',
    ],
  },
  FORBIDDEN_ORIGIN: {
    means:
      'The request was sent to a name that the service does not know, or by a web page of another site. `error.details.header` says by which header it was told. This keeps web pages from reaching a service on your machine.',
    example: 'host `rebound.example` is no name of this service',
    todo: [
      'Start the service with `--allow-host <name>` for each name by which people reach it.',
      'Start it with `--allow-origin <origin>` for each web page that may call it.',
    ],
  },
  UNKNOWN_CALL: {
    means: 'A client came back for the events of a call that the service does not have, or no longer has.',
    example: 'no call `k-0fs1c2k19x3ab.7` is known here',
    todo: ['Start the call anew.', 'A case that was cut goes on with `resume`.'],
  },
  ADDRESS_NOT_FREE: {
    means:
      'The service cannot listen at the address it was given: something else does, or this machine does not have the address.',
    example: 'unflake serve: cannot listen on 127.0.0.1:7878 (EADDRINUSE)',
    todo: [
      'Choose another port with `--port`, or `--port 0` for any that is free.',
      'Look at who listens there: `ss -ltnp`.',
    ],
  },
  UNSUPPORTED_PLATFORM: {
    means:
      'The command needs Linux, or an SQLite that this machine does not have. Commands that start processes (`diagnose`, `env`, `list`, `replay`, `doctor`, `demo`) watch and end them by means that only Linux has. Everything else takes files alone and starts on any system, though we test it on Linux only: help, `scan`, `index`, `search`, `status`, `cases`, `case`, `report`, and `serve` and `mcp`, which answer calls of the other tools with this fault. Cases and indexes are SQLite files: unflake brings SQLite for Linux on x64 and arm64 with glibc, and takes that of Node 22.16 or newer on every other machine, such as macOS, Windows, and Alpine Linux with musl.',
    example:
      'unflake diagnose: the command needs Linux, and this is macOS; here work: scan, index, index-status, search, status, config-status, report, cases, case',
    todo: [
      'Run it on Linux: in a container (`docker run --rm -it -v "$PWD":/src -w /src node:22 bash`), a virtual machine, WSL 2 on Windows, or in CI.',
      'If the message says that no SQLite runs here, use Node 22.16 or newer.',
    ],
  },
  CANCELLED: {
    means:
      'The caller took the call back, or the service is shutting down. The work was stopped and every process that it had started is gone. `error.details.caseId` is the case that was cut, if there is one.',
    example: 'diagnose was cancelled',
    todo: ['What was recorded is kept: call `diagnose` with `resume` and the id of the case.'],
  },
  INTERNAL: {
    means:
      'Something went wrong that unflake did not expect. A service says only this to its caller and writes the stack to its log; the command line shows the stack.',
    example: 'an unexpected error; the log of the service has it under r-0k3jx9a',
    todo: ['Look for the request id in the log of the service, and report what stands there.'],
  },
};
