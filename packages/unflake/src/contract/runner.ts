/** What a runner adapter is: an object that builds commands and reads what they left. Pure; what it cannot do is a field. */
import type { Command, RawRun } from './command.ts';
import type { DetectorReport } from './detector-report.ts';
import type { NotTried } from './diagnosis.ts';
import type { Unavailable } from './knob.ts';
import type { Outcome } from './outcome.ts';
import type { TestId } from './test-id.ts';
import type { TestNames } from './test-names.ts';
import type { Conditions, Observation } from './trial.ts';

export interface Capabilities {
  /** The smallest thing that can be run without the rest. */
  readonly select: 'test' | 'file' | 'none';
  /** What can be put in a given order inside one trial. */
  readonly order: 'any' | 'within-file' | 'file' | 'none';
  /** Tests of one of these share a process, and so its state. */
  readonly process: 'suite' | 'file' | 'test';
  /** The selection can be run several times in one process. */
  readonly repeat: boolean;
  /** Pieces of a selection can run in forks of one process that has collected the tests. Absent where they cannot. */
  readonly fork?: true;
  /** The number of workers can be set. `parallel` says what the runner does when it is not. */
  readonly workers: boolean;
  readonly parallel: boolean;
  readonly seed: boolean;
  readonly phases: boolean;
  /** Start and end of each test are written as they happen, so that a crash names its test. */
  readonly stream: boolean;
}

/** The subject's files, as far as detection may look. */
export interface Project {
  readonly root: string;
  /** Relative, sorted, without dependencies and version control. */
  readonly files: readonly string[];
  readonly text: (file: string) => string | undefined;
}

export interface Detection {
  /** Relative folder the runner is started in; '.' for the project's root. */
  readonly folder: string;
  /** Signs, strongest first: `pytest.ini`, `"jest" in devDependencies`. */
  readonly because: readonly string[];
  readonly strength: 'configured' | 'likely' | 'possible';
  /** Other folders with signs as strong, none inside another: a repository of several packages is several suites. */
  readonly alsoIn?: readonly Detection[];
}

/** Where things are, found by the engine before an adapter is asked. */
export interface RunnerContext {
  /** Absolute folder the runner is started in. */
  readonly root: string;
  /** Absolute folder of our probes. */
  readonly probes: string;
  /** Absolute private folder of this trial; probes write here. */
  readonly folder: string;
  /** Absolute folder kept between the trials of a case, outside the project: for caches that change durations alone. */
  readonly cache?: string;
  /** Absolute path of Node, for probes written in JavaScript around a runner that is not. */
  readonly node?: string;
  /** Absolute path of the program: the interpreter, or the script inside the project's own node_modules. */
  readonly program: readonly [string, ...string[]];
  /** The project's own settings for this runner, checked. */
  readonly settings: RunnerSettings;
}

export interface RunnerSettings {
  /** Extra arguments for the runner, as in the config file. */
  readonly args: readonly string[];
  /** Globs or paths that make up the suite, if the runner does not know them itself. */
  readonly files: readonly string[];
  /** For the `command` runner: the command, with `{ids}` where it takes tests. */
  readonly command: readonly string[];
  readonly report: { readonly format: 'exit' | 'junit' | 'tap'; readonly path: string | null };
}

export interface RunRequest {
  readonly tests: readonly TestId[];
  /** The whole suite in its own order; equal to `tests` when everything is run. */
  readonly suite: readonly TestId[];
  readonly repeat: number;
  /** As in `Trial`; only where the runner can fork. */
  readonly forks?: readonly number[];
  readonly forkMs?: number;
  readonly conditions: Conditions;
  readonly seed: number;
  /** The only watched test, where there is one: a plain command is judged by its outcome. */
  readonly target?: TestId;
}

export interface Listing {
  /** In the order in which the runner would run them. */
  readonly tests: readonly TestId[];
  /** Files that could not be collected, with the runner's words. */
  readonly problems: readonly string[];
}

export interface Report {
  /** In the order of execution, one per execution. Tests without a record are not here: the engine adds them as `missing`. */
  readonly observations: readonly Observation[];
  readonly problems: readonly string[];
  /** Which tests were run again after a failure, in words; absent where none was. */
  readonly retried?: readonly string[];
  /** What the detectors of the runtime said; absent where they said nothing. */
  readonly detected?: readonly DetectorReport[];
}

export interface RunnerAdapter {
  readonly name: string;
  readonly can: Capabilities;
  readonly names: TestNames;
  readonly detect: (project: Project) => Detection | null;
  /** How the engine finds `program`, in this order. */
  readonly program: ProgramRule;
  /** The runner that takes its place, with the same ids, where it is not installed and nobody has asked for it by name. */
  readonly otherwise?: RunnerAdapter;
  readonly list: (context: RunnerContext) => Command;
  readonly parseList: (run: RawRun, context: RunnerContext) => Listing;
  readonly command: (request: RunRequest, context: RunnerContext) => Command;
  readonly parse: (run: RawRun, request: RunRequest, context: RunnerContext) => Report;
  /** The command a person would type for these tests in this order, or null when there is none without our probes. */
  readonly plain: (request: RunRequest, context: RunnerContext) => Command | null;
  /**
   * What such a command's run says of the target, where its output names the tests that failed. Otherwise, and without a target, what it says
   * of the selection: any failure, all passed, or nothing ran.
   */
  readonly parsePlain: (run: RawRun, request: RunRequest) => Outcome;
  /** `settings.files` reach the runner itself. Otherwise what it lists is narrowed to them. */
  readonly takesFiles?: true;
  /** For a language that compiles: how to build once and run many times. */
  readonly compiled?: CompiledRuns;
  /**
   * The probe can be started ahead and pauses before it reads the project and its selection. With `again` it may serve another trial, if
   * the tests ran in separate processes and nothing of the project is left in it. With `forks` each trial may run in a fork of it, which
   * alone loads the project.
   */
  readonly waits?: 'once' | 'again' | 'forks';
  /** With `forks`: the variable that fixes what a process draws at its start, which all forks of it share; null where nothing fixes it. */
  readonly seedVariable?: string | null;
  /** With `forks`: the probe runs in Node, which cannot be forked without our help. */
  readonly forksNode?: true;
  /** With `forks`: the first version of the npm package of which this is so. With earlier ones it is as with `again`. */
  readonly forksSince?: string;
  /** With `forks`: trials before the comparison that it needs, if a fork pays earlier or later than with most runners. */
  readonly forksAfter?: number;
  /**
   * Workers take whole files (in Go: packages). A single one runs in parallel only where its text, or that of the runner's configuration,
   * matches `unless`.
   */
  readonly workersTake?: { readonly unit: 'file' | 'package'; readonly unless: RegExp | null };
  /** Why this project's tests cannot run on several workers, although the runner can; `can` says so too. */
  readonly withoutWorkers?: Unavailable;
  /** For a runner whose abilities depend on its settings: the adapter to use under these. */
  readonly withSettings?: (settings: RunnerSettings) => RunnerAdapter;
  /** For a runner that is started in another way in some projects: the adapter to use in this folder of the project. */
  readonly withProject?: (project: Project, folder: string) => RunnerAdapter;
}

/** A test program that was built once, and how the runner would start it. */
export interface BuiltProgram {
  /** What its tests' ids start with. */
  readonly file: string;
  /** Absolute, outside the project. */
  readonly path: string;
  readonly cwd: string;
  /** What the runner adds to the environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Absent for a program that takes nothing but its tests. */
  readonly jvm?: RecordedJvm;
  readonly bats?: RecordedBats;
}

/** How BATS starts each test of a file; `path` is the file as bash reads it. */
export interface RecordedBats {
  readonly flags: readonly string[];
  /** In the order of the file, each with the name of its function. */
  readonly tests: readonly { readonly id: TestId; readonly name: string }[];
}

/** How a build tool starts Java for tests; `path` is the program. */
export interface RecordedJvm {
  /** All arguments in front of the settings file. */
  readonly args: readonly string[];
  /** What every settings file begins with. */
  readonly settings: string;
  /** With the module in front, in the order of the suite. */
  readonly classes: readonly string[];
  /** Each class has a JVM of its own. */
  readonly perClass: boolean;
  /** Why it starts without an archive of classes; null if it has one. */
  readonly withoutArchive: string | null;
}

/** How to build once and run many times. Its runs are read as those of `command` are. */
export interface CompiledRuns {
  /**
   * `folder` is absolute, outside the project, and kept for as long as the programs are used; `target` is the test that most trials run. Null
   * when the project's settings forbid it.
   */
  readonly build: (context: RunnerContext, folder: string, target: TestId) => Command | null;
  readonly parseBuild: (run: RawRun, context: RunnerContext) => readonly BuiltProgram[];
  /** Null for a request that these programs cannot serve. */
  readonly command: (request: RunRequest, context: RunnerContext, programs: readonly BuiltProgram[]) => Command | null;
  /** Where building them is of use to this alone: the number of trials after which it pays. Absent: built before the first trial. */
  readonly paysAfter?: number;
  /** What starting them is called in a report that says why it was not done. */
  readonly called: string;
  /** What the programs do without; null if nothing. */
  readonly lacks?: (programs: readonly BuiltProgram[]) => NotTried | null;
}

export interface ProgramRule {
  /** A package whose bin is looked up in node_modules from the runner's folder upwards, and started with node. */
  readonly npm?: { readonly package: string; readonly bin: string };
  /** The versions of that package with which our probes work; others are refused. Absent where none is. */
  readonly versions?: VersionRange;
  /** Project interpreters, relative (`.venv/bin/python`, with `*` for a name), then names on PATH. */
  readonly interpreters?: readonly string[];
  /** Tools that keep the project's interpreter elsewhere and tell where, asked in projects that have their file. */
  readonly keepers?: readonly InterpreterKeeper[];
  /** Arguments that must succeed before the program counts as installed, for example `-m pytest --version`. */
  readonly check: readonly string[];
  /** Arguments that make the interpreter print its own path and its environment as JSON, `["/usr/bin/python3", {…}]`. */
  readonly tellsItself?: readonly string[];
  /** What a user types to install it. */
  readonly install: string;
  /**
   * For a runner that needs something else before it runs tests on several workers: arguments that succeed where that is installed, or the
   * first version of the npm package that can.
   */
  readonly workers?: { readonly needs: string; readonly install: string } & (
    | { readonly check: readonly string[] }
    | { readonly since: string }
  );
}

export interface InterpreterKeeper {
  /** A file of the project that says that this tool is used. */
  readonly sign: string;
  /** Prints the path of the interpreter, or of the environment's folder that has it at `within`. */
  readonly ask: readonly [string, ...string[]];
  readonly within?: string;
}

/** Both ends are included. A short number stands for all that begin with it: `{ from: '1.3.1', to: '4' }` holds 4.1.11. */
export interface VersionRange {
  readonly from: string;
  readonly to: string;
}
