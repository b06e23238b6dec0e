/** The text of the fault pages beyond the table: what happened, what it looks like, and what to do. One row per fault. */
export const FAULT_TEXTS = {
  INVALID_INPUT: {
    means:
      'A flag, an argument or a field is missing, unknown, or has a wrong value. The message names the field, its value and what is expected. With `--json`, the same is in `error.details.problems`.',
    example: 'unflake diagnose: --jobs is "many"; expected a number',
    todo: ['Read `unflake <command> --help`.', 'Write `--flag=-value` if a value starts with a dash.'],
  },
  UNKNOWN_COMMAND: {
    means: 'There is no command of that name. The message has similar names.',
    example: 'unflake: `diagnos` is not a command; did you mean `diagnose`?',
    todo: ['List the commands with `unflake --help`.'],
  },
  UNKNOWN_TEST: {
    means:
      'No test of the suite matches the text, or several do. The text may be an id from `unflake list`, a name, `file:line`, or a line that the runner printed. The message lists up to ten matches.',
    example: 'unflake diagnose: no test is named `test_totl`; similar: `tests/test_cart.py::test_total`',
    todo: [
      'Copy one of the printed commands, or a line from `unflake list`, quoted for the shell.',
      'See [Naming a test](../use/name-a-test.md).',
      'If the test is missing from the list, the runner does not collect it: check its file name and its configuration.',
    ],
  },
  NO_RUNNER: {
    means: 'unflake found no sign of a test runner that it knows.',
    example: 'unflake list: no test runner was recognised in shop',
    todo: [
      'Give the right folder with `--root`.',
      'Name the runner with `--runner`.',
      'Run any command as the test: `unflake diagnose --runner command -- make check`.',
    ],
  },
  SEVERAL_RUNNERS: {
    means:
      'The project has more than one test runner, or one runner in several folders, and the name of the test does not say which one is meant. `unflake list` lists them all.',
    example: 'unflake diagnose: shop has several test runners: jest (jest.config.js); pytest (pytest.ini)',
    todo: [
      'Name the test as `unflake list` prints it.',
      'Choose with `--runner <name>`, or one folder with `--root <folder>`.',
      'To choose permanently, set `runner` in the config file.',
    ],
  },
  BAD_CONFIG: {
    means:
      'The config file cannot be read or imported, or does not match its schema. The message names the file, the path inside it, the value and what is expected. Two config files in one root are refused too.',
    example: 'unflake list: unflake.config.json: `jobs` is "two"; expected a number',
    todo: [
      'Compare it with [the config file](../configure/config-file.md).',
      'Set `$schema` to `config.schema.json`, and your editor shows mistakes as you type.',
      'A TypeScript config needs Node 22.18 or newer. With an older Node, use `unflake.config.js`.',
    ],
  },
  RUNNER_NOT_INSTALLED: {
    means:
      'The runner was chosen or detected, but its program is missing, its check failed (the output is quoted), or unflake does not support its version (the supported ones are named).',
    example: 'unflake list: pytest is not installed for shop: its check failed; install it with: pip install pytest',
    todo: [
      'Run the install command in the message.',
      'For Python, activate the virtual environment of the project first.',
      'If you cannot use another version of the runner, run any command as the test: `unflake diagnose --runner command -- npm test`.',
    ],
  },
  SUITE_DOES_NOT_COLLECT: {
    means: 'The runner was started to list its tests and listed none. Its output is quoted.',
    example: 'unflake list: pytest lists no test in shop and ended with status 2:',
    todo: ['Let the runner list its tests by hand first. The usual reason is a syntax error or a missing import.'],
  },
  STORE_UNREADABLE: {
    means: 'The file that keeps the cases is not a store, is damaged, or cannot be read or written.',
    example: 'unflake cases: the store cases.db cannot be used: it is not a database',
    todo: [
      'Name another file with `--store <file>`.',
      'If the file is a damaged store, move it away. unflake creates a new one.',
    ],
  },
  STORE_TOO_NEW: {
    means: 'A newer unflake wrote the store in a format that this one does not know. Nothing was changed.',
    example: 'unflake cases: the store cases.db has format 2.0, this unflake writes 1.0',
    todo: ['Use the newer unflake.', 'Or use another store with `--store <file>`.'],
  },
  DISK_FULL: {
    means:
      'There is no space left for the store, a report, or an environment. Trials that were recorded before are kept, and no partial environment is left.',
    example: 'unflake diagnose: no space is left for the store cases.db',
    todo: ['Free some space.', 'Continue the case: `unflake diagnose --resume latest`.'],
  },
  UNKNOWN_CASE: {
    means:
      'No case in this store has that id, several ids start like that, or the case does not have the requested diagnosis or trial yet.',
    example: 'unflake report: there is no case "c-7f3k2n"',
    todo: [
      'List the cases with `unflake cases`.',
      'Each project has its own store: use the same `--root` or `--store` as before.',
    ],
  },
  RETRIES_NOT_OFF: {
    means:
      'The runner repeats failed tests by itself, and unflake could not switch that off. A retry turns a failure into a pass and hides what unflake looks for.',
    example: 'unflake diagnose: pytest retries failed tests: the plugin cannot be turned off',
    todo: ['Switch retries off in the configuration of the project, at least during the diagnosis.'],
  },
  NOT_EXECUTABLE: {
    means:
      'A program could not be started: it does not exist, is not executable, or its arguments are too long for the system.',
    example: 'unflake diagnose: ./check.sh cannot be started: it may not be executed',
    todo: [
      'Run the same command by hand in the root of the project.',
      'Commands run without a shell: pipes and variables need `sh -c`.',
    ],
  },
  ROOT_NOT_FOUND: {
    means: 'The folder given with `--root` does not exist or is a file.',
    example: 'unflake list: the project root shpo is not a folder',
    todo: ['Check the spelling. A relative path starts in the current folder.'],
  },
  CASE_CHANGED: {
    means:
      'A case is resumed by replaying its trials. The suite, the runner or the trials have changed since the case was opened, so continuing would mix two experiments.',
    example: 'unflake diagnose: the suite has changed since case c-7f3k2m was opened (212 tests then, 213 now)',
    todo: [
      'Open a new case: run `unflake diagnose <test>` without `--resume`.',
      '`report` and `replay` still work for the old case.',
    ],
  },
  CASE_BUSY: {
    means: 'Another unflake process is working on this case. Two of them would run the same trials twice.',
    example: 'unflake diagnose: case c-7f3k2m is held by process 4711',
    todo: ['Wait for it, or stop that process.', 'Or open a new case.'],
  },
  ENV_NO_SUITE: {
    means:
      'No folder with step files was found: neither `test`, `tests` nor the root has a `foundation.*`, a `00-*` or a `test-*` that can be run, and the config file names no folder.',
    example: 'unflake env run: no step files were found in shop (looked in test, tests and .)',
    todo: [
      'Name the folder with `--suite`, or permanently as `testbed.suite` in the config file.',
      'List steps with other names as `testbed.steps` in the config file.',
    ],
  },
  ENV_UNKNOWN_STEP: {
    means: 'The suite has no step or environment of that name. The message has similar names.',
    example: 'unflake env run: there is no step `01-mta`; did you mean `01-meta`?',
    todo: [
      'List the steps and their prerequisites with `unflake env graph`.',
      'A step is named without its extension.',
    ],
  },
  ENV_BAD_STEP: {
    means:
      'The declaration of a step is invalid: a prerequisite does not exist, is independent, or runs later; two steps have one name; or an argument is not a literal and cannot be read without running the file.',
    example: 'unflake env run: the step `02-dist`: it names the prerequisite `01-mta`, but there is no such step',
    todo: ['Fix the line in its `setup_file`.', '`unflake env validate` shows every such line with its place.'],
  },
  ENV_CYCLE: {
    means: 'Steps are prerequisites of each other, so none of them can run. The message shows the cycle.',
    example: 'unflake env run: the steps depend on each other: 01-meta → 02-dist → 01-meta',
    todo: ['Remove one of these prerequisites.'],
  },
  ENV_LOCKED: {
    means:
      'Another run holds the lock of an environment and did not release it in time. The holder is alive: the kernel releases the lock of a dead process.',
    example: 'unflake env run: the environment sequential is held by process 4711 (unflake env run), still after 600 s',
    todo: [
      'Wait for that process, or stop it.',
      'Wait longer with `--wait <seconds>`.',
      'If the message names a child, its run is dead, and something that it started still runs: stop that.',
    ],
  },
  ENV_COPY_FAILED: {
    means: 'An environment could not be copied, and the disk is not full. The partial copy was removed.',
    example: 'unflake env run: the environment foundation could not be copied to sequential:',
    todo: ['Read the message of `cp`.', 'Files that only another user can read cannot be part of an environment.'],
  },
  UNKNOWN_TOOL: {
    means: 'The service does not have the requested tool. The message has similar names.',
    example: 'there is no tool `diagnos`; did you mean `diagnose`?',
    todo: [
      'List the tools: `tools/list` over MCP, `GET /tools` over HTTP.',
      'Commands that make sense only in a terminal, such as `demo`, are not offered by the service.',
    ],
  },
  QUEUE_OVERLOADED: {
    means:
      'The maximum number of calls is running, so this one was refused. The service does not queue calls. `error.details` has `max` and `size`.',
    example: '4 calls are running, and no more than 4 may run at once',
    todo: ['Call again later.', 'Start the service with a higher `--max-calls`.'],
  },
  TOOL_TIMEOUT: {
    means:
      'A call exceeded its time limit. Its work was stopped, and every process that it started was killed. `error.details.timeoutMs` is the limit, and `error.details.caseId` the case that was cut, if there is one.',
    example: 'diagnose was stopped after 1800000 ms',
    todo: [
      'What was recorded is kept: call `diagnose` with `resume` and the id of the case.',
      'Give the tool a smaller budget, for example `minutes` or `trials` of `diagnose`.',
      'Start the service with a higher `--timeout-ms`.',
    ],
  },
  FORBIDDEN_ROOT: {
    means:
      'A request named a path outside the allowed folders. Symbolic links are resolved first; `error.details.root` is the resolved path.',
    example: 'the path /srv/other is outside the folders that this service may access',
    todo: ['Start the service with `--allow <folder>` for each folder that requests may name.'],
  },
  COMMAND_NOT_ALLOWED: {
    means:
      "A request contained a command to run. A service runs only what the project's configuration or its detected runner says.",
    example: '`rest` is a command, and commands are not taken from a request',
    todo: [
      'Put the command into the config file: `runners.command.command`.',
      'Run it from the command line: `unflake diagnose --runner command -- make check`.',
    ],
  },
  NO_INDEX: {
    means: '`search --as-is` needs an index, and the project has none yet.',
    example: 'unflake search: there is no index of shop',
    todo: ['Build it with `unflake index`.', 'Or search without `--as-is`, which builds it first.'],
  },
  UNKNOWN_ROUTE: {
    means: 'The HTTP service has nothing at that path.',
    example: 'there is nothing at `/tool`',
    todo: ['See [HTTP](../machine-readable/http.md), or `GET /openapi.json`.'],
  },
  METHOD_NOT_ALLOWED: {
    means:
      'The path exists, but does not accept this method. The header `allow` and `error.details.allowed` name the methods that it accepts.',
    example: 'PUT is not for `/tools/search`; POST or GET is',
    todo: ['Call tools with POST.', 'Follow a call with GET, and cancel it with DELETE, at its `/stream`.'],
  },
  NOT_JSON: {
    means: 'The body of a request is not declared as JSON. This also stops web forms of other sites.',
    example: 'the content type is text/plain; expected application/json',
    todo: ["Send `content-type: application/json`: `curl -H 'content-type: application/json' -d '{}' …`."],
  },
  BODY_TOO_LARGE: {
    means: 'The body of a request is too large. `error.details.max` is the limit in bytes.',
    example: 'the body is larger than 1048576 bytes',
    todo: ['Check what you send: no tool needs an input of this size.'],
  },
  BODY_TOO_SLOW: {
    means: 'The body of a request did not arrive in time, and the connection was closed.',
    example: 'the body did not arrive within 10000 ms',
    todo: ['Send the whole body at once, with `content-length`.'],
  },
  UNAUTHORIZED: {
    means: 'The service requires a token, and the request has none or a wrong one.',
    example: 'no token was sent',
    todo: [
      'Send `authorization: Bearer <token>`.',
      'The token is in the file or variable that the service named at its start; see [the service](../use/service.md).',
    ],
  },
  FORBIDDEN_ORIGIN: {
    means:
      'The request was sent to a host name that the service does not know, or by a web page of another site. `error.details.header` names the header that shows it. This stops web pages from reaching a service on your machine.',
    example: 'host `rebound.example` is not a name of this service',
    todo: [
      'Start the service with `--allow-host <name>` for each name by which people reach it.',
      'Start it with `--allow-origin <origin>` for each web page that may call it.',
    ],
  },
  UNKNOWN_CALL: {
    means: 'A client asked for the events of a call that the service does not have, or no longer has.',
    example: 'no call `k-0fs1c2k19x3ab.7` is known here',
    todo: ['Start the call again.', 'Continue a case that was cut with `resume`.'],
  },
  ADDRESS_NOT_FREE: {
    means: 'The service cannot listen at its address: another program does, or this machine does not have the address.',
    example: 'unflake serve: cannot listen on 127.0.0.1:7878 (EADDRINUSE)',
    todo: [
      'Choose another port with `--port`, or `--port 0` for any free port.',
      'Find the program that listens there: `ss -ltnp`.',
    ],
  },
  UNSUPPORTED_PLATFORM: {
    means:
      'The command needs Linux, or an SQLite that this machine does not have. Commands that start processes (`diagnose`, `env`, `list`, `replay`, `doctor`, `demo`) supervise them with features that only Linux has. Commands that only read files run on every system, although we test them on Linux only: help, `scan`, `index`, `search`, `status`, `cases`, `case`, `report`, and `serve` and `mcp`, which answer calls of the other tools with this fault. Cases and indexes are SQLite files. unflake includes SQLite for Linux on x64 and arm64 with glibc. On every other machine, such as macOS, Windows, and Alpine Linux with musl, it uses the SQLite of Node 22.16 or newer.',
    example:
      'unflake diagnose: the command needs Linux, and this is macOS; these work here: scan, index, index-status, search, status, config-status, report, cases, case',
    todo: [
      'Run it on Linux, for example in a container (`docker run --rm -it -v "$PWD":/src -w /src node:22 bash`), a virtual machine, WSL 2 on Windows, or in CI.',
      'If the message says that there is no SQLite, use Node 22.16 or newer.',
    ],
  },
  UNKNOWN_COMMIT: {
    means:
      'git does not know the commit that `--before` or `--after` names, or the project is not in a git repository.',
    example: 'unflake verify: git knows no commit `fix/cart` in shop',
    todo: ['Fetch the branch first, and see that `git rev-parse <ref>` prints a commit.'],
  },
  CODE_NOT_PREPARED: {
    means:
      'A commit could not be made ready to run: git could not check it out, its dependencies differ from those that are installed in the project, or the command that installs them failed.',
    example: 'unflake verify: node_modules cannot be shared with the other commit: package-lock.json differs',
    todo: [
      'Set `verify.prepare` in the config file, for example to `["npm", "ci"]`; it runs in each checkout.',
      'Or run `unflake verify` without `--before` and `--after`: then only the working tree is run.',
    ],
  },
  BAD_REPORT: {
    means:
      'A report that was given is broken, cut off, not of a format that unflake reads, or not there. Nothing of it was counted; the other reports of the call were. `error.details.broken` has the file, the line and the column of each, `error.details.result` what was counted.',
    example: 'unflake ingest: junit.xml:812:40: unclosed tag: testcase',
    todo: [
      'See whether the test command was ended before it wrote its report: a time limit, a full disk, a crash.',
      'Write the report again and give it again; files that were counted before are passed over.',
    ],
  },
  BAD_QUARANTINE: {
    means:
      'unflake.quarantine.json cannot be read, is not JSON, or has an entry that its schema refuses: without reason, owner or end, listed twice, or ending before it begins. No gate passes with such a file.',
    example: 'unflake quarantine: unflake.quarantine.json: `entries.3.owner` is missing',
    todo: [
      'Correct the entry; [the fields](../use/quarantine.md) are few.',
      'After a merge, look for lines that both sides have added.',
    ],
  },
  CANCELLED: {
    means:
      'The caller cancelled the call, or the service is shutting down. The work was stopped, and every process that it started was killed. `error.details.caseId` is the case that was cut, if there is one.',
    example: 'diagnose was cancelled',
    todo: ['What was recorded is kept: call `diagnose` with `resume` and the id of the case.'],
  },
  INTERNAL: {
    means:
      'This is a bug in unflake. The command line prints its stack; a service writes the stack to its log and returns only this code.',
    example: 'an unexpected error; the log of the service has it under r-0k3jx9a',
    todo: [
      'Find the request id in the log of the service, and [report](https://github.com/unflake/unflake/issues) what it says.',
    ],
  },
};
