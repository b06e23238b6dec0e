/**
 * Every expected error of the user or the outside world: one row each. Anything that is not here is a bug and crashes with its stack; only
 * a service, which goes on for its other callers, answers it, as INTERNAL.
 */
export interface Fault {
  readonly exit: number;
  readonly http: number;
  /** The next step, for people. */
  readonly hint: string;
}

export const FAULTS = {
  INVALID_INPUT: { exit: 2, http: 400, hint: 'See `unflake <command> --help`.' },
  UNKNOWN_COMMAND: { exit: 2, http: 404, hint: 'List the commands with `unflake --help`.' },
  UNKNOWN_TEST: { exit: 4, http: 404, hint: 'List the tests with `unflake list`.' },
  NO_RUNNER: {
    exit: 5,
    http: 422,
    hint: 'Name one with `--runner`, or give a command: `--runner command -- <command>`.',
  },
  SEVERAL_RUNNERS: {
    exit: 6,
    http: 422,
    hint: 'Choose one with `--runner <name>` or `--root <folder>`, or set `runner` in unflake.config.json.',
  },
  BAD_CONFIG: { exit: 7, http: 422, hint: 'The schema of the file is in docs/configure/config-file.md.' },
  RUNNER_NOT_INSTALLED: { exit: 8, http: 422, hint: 'Install it with the command above, then run again.' },
  SUITE_DOES_NOT_COLLECT: {
    exit: 9,
    http: 422,
    hint: 'Make the runner list its tests first; its output is above.',
  },
  STORE_UNREADABLE: { exit: 10, http: 422, hint: 'Repair it or move it away, or name another with `--store`.' },
  STORE_TOO_NEW: {
    exit: 11,
    http: 422,
    hint: 'Use the newer unflake that wrote it, or name another with `--store`.',
  },
  DISK_FULL: {
    exit: 12,
    http: 507,
    hint: 'Free some space; everything recorded or complete so far is kept, and a case continues with `--resume`.',
  },
  UNKNOWN_CASE: { exit: 13, http: 404, hint: 'List the cases with `unflake cases`.' },
  RETRIES_NOT_OFF: { exit: 14, http: 422, hint: 'Turn retries off in the project: they hide flaky failures.' },
  NOT_EXECUTABLE: {
    exit: 15,
    http: 422,
    hint: 'Check the command: it must start from the project root without a shell.',
  },
  ROOT_NOT_FOUND: { exit: 16, http: 404, hint: 'Give the folder of the project with `--root <folder>`.' },
  CASE_CHANGED: { exit: 17, http: 409, hint: 'The suite has changed since the case was opened; open a new case.' },
  CASE_BUSY: { exit: 18, http: 409, hint: 'Another process works on this case; wait for it or open a new case.' },
  ENV_NO_SUITE: { exit: 19, http: 404, hint: 'Name the folder of the steps with `--suite <folder>`.' },
  ENV_UNKNOWN_STEP: { exit: 20, http: 404, hint: 'List the steps with `unflake env graph`.' },
  ENV_BAD_STEP: { exit: 21, http: 422, hint: 'Check the suite with `unflake env validate`.' },
  ENV_CYCLE: { exit: 22, http: 422, hint: 'Remove one of these prerequisites.' },
  ENV_LOCKED: {
    exit: 23,
    http: 409,
    hint: 'Wait for it to end, or wait longer with `--wait <seconds>`; `unflake env explain` shows who holds it.',
  },
  ENV_COPY_FAILED: { exit: 24, http: 500, hint: 'The output of cp is above; no partial copy was left.' },
  UNKNOWN_TOOL: { exit: 25, http: 404, hint: 'Ask for the list of tools; names are in snake_case.' },
  QUEUE_OVERLOADED: { exit: 26, http: 429, hint: 'Call again when one of the running calls has finished.' },
  TOOL_TIMEOUT: { exit: 27, http: 504, hint: 'Ask for less, or allow more time; a case continues with `resume`.' },
  FORBIDDEN_ROOT: {
    exit: 28,
    http: 403,
    hint: 'Start the service with `--allow <folder>` for each folder that requests may name.',
  },
  COMMAND_NOT_ALLOWED: {
    exit: 29,
    http: 403,
    hint: 'Put the command into the config file of the project, or run it from the command line.',
  },
  NO_INDEX: { exit: 30, http: 409, hint: 'Create it with `unflake index`.' },
  UNKNOWN_ROUTE: { exit: 31, http: 404, hint: 'The routes are in `/openapi.json`.' },
  METHOD_NOT_ALLOWED: { exit: 32, http: 405, hint: 'The methods of a route are in `/openapi.json`.' },
  NOT_JSON: { exit: 33, http: 415, hint: 'Send JSON, with `content-type: application/json`.' },
  BODY_TOO_LARGE: { exit: 34, http: 413, hint: 'No input of a tool is that large; check what is sent.' },
  BODY_TOO_SLOW: { exit: 35, http: 408, hint: 'Send the whole body at once.' },
  UNAUTHORIZED: { exit: 36, http: 401, hint: 'Send the token as `authorization: Bearer <token>`.' },
  FORBIDDEN_ORIGIN: {
    exit: 37,
    http: 403,
    hint: 'Start the service with `--allow-host <name>`, or with `--allow-origin <origin>` for a web page.',
  },
  UNKNOWN_CALL: { exit: 38, http: 404, hint: 'Start the call again; what a case recorded is kept.' },
  ADDRESS_NOT_FREE: { exit: 39, http: 500, hint: 'Choose another with `--port <n>`, or `--port 0` for any.' },
  UNSUPPORTED_PLATFORM: {
    exit: 40,
    http: 501,
    hint: 'Run it on Linux, for example in a container; the page lists what works elsewhere, and with which Node.',
  },
  UNKNOWN_COMMIT: { exit: 41, http: 404, hint: 'Give a branch, a tag or a commit that `git rev-parse` knows.' },
  CODE_NOT_PREPARED: {
    exit: 42,
    http: 422,
    hint: 'Set `verify.prepare` in the config file to the command that installs the dependencies of a checkout.',
  },
  BAD_REPORT: {
    exit: 43,
    http: 422,
    hint: 'The other files were counted; write this report again, or leave it out.',
  },
  BAD_QUARANTINE: { exit: 44, http: 422, hint: 'The schema of the file is in docs/use/quarantine.md.' },
  CANCELLED: { exit: 130, http: 499, hint: 'Nothing recorded is lost; a case continues with `resume`.' },
  INTERNAL: { exit: 70, http: 500, hint: 'This is a bug in unflake; its stack is in the log of the service.' },
} as const satisfies Record<string, Fault>;

export type FaultCode = keyof typeof FAULTS;

/** Message: a lower-case fragment that reads after "cannot diagnose: ", naming the thing and its value. */
export class UnflakeError extends Error {
  override readonly name = 'UnflakeError';
  readonly code: FaultCode;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    code: FaultCode,
    message: string,
    details: Readonly<Record<string, unknown>> = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.code = code;
    this.details = details;
  }
}

/** Compares by code, because two copies of a class break `instanceof`. */
export function isFault(error: unknown): error is UnflakeError {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code in FAULTS;
}
