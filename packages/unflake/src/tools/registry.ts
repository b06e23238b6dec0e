/**
 * The list of tools. A static table, so that `unflake --help` loads neither a tool nor its schema; a tool's own file repeats its name,
 * command and summary, and a test compares the two.
 */
import type { AnyTool } from './lib/tool.ts';

export interface ToolEntry {
  readonly name: string;
  /** One word, or two for one of a group: `env run`. */
  readonly command: string;
  readonly summary: string;
  /** Useful only to a person at a terminal, or needs a command; a service does not offer it. */
  readonly only?: 'terminal';
  /** Runs nothing and changes nothing, so that a busy service still answers it. */
  readonly reads?: true;
  /** Starts processes, and watches and kills them by means that only Linux has. */
  readonly needs?: 'linux';
  readonly load: () => Promise<AnyTool>;
}

/** First words that several commands share. */
export const GROUPS: Readonly<Record<string, string>> = {
  quarantine: 'known flaky tests that do not fail a job, each with owner and end',
  env: 'layered test environments: foundation, sequential and independent steps; pollution detection',
  store: 'where cases are kept: what it is, its tables, copies',
};

/** In the order in which help shows them. */
export const TOOLS: readonly ToolEntry[] = [
  {
    name: 'diagnose',
    command: 'diagnose',
    summary: 'prove why a test is flaky: confirm, isolate, bisect, time, perturb, explain, reproduce',
    needs: 'linux',
    load: async () => (await import('./diagnose.ts')).diagnoseTool,
  },
  {
    name: 'hunt',
    command: 'hunt',
    summary: 'find the flaky tests of a suite within a budget',
    needs: 'linux',
    load: async () => (await import('./hunt.ts')).huntTool,
  },
  {
    name: 'hunt_merge',
    command: 'hunt merge',
    summary: 'join the shards of a hunt into one result, and run again what failed in them',
    needs: 'linux',
    load: async () => (await import('./hunt-merge.ts')).huntMergeTool,
  },
  {
    name: 'certify',
    command: 'certify',
    summary: 'certify new and changed tests: what was exercised, how often, and the bound on the failure rate',
    needs: 'linux',
    load: async () => (await import('./certify.ts')).certifyTool,
  },
  {
    name: 'ingest',
    command: 'ingest',
    summary: 'put test results from CI into the history: JUnit XML, TAP, go test -json',
    load: async () => (await import('./ingest.ts')).ingestTool,
  },
  {
    name: 'history',
    command: 'history',
    summary: 'show which tests hurt in CI: status, rate, since when; or the history of one test',
    reads: true,
    load: async () => (await import('./history.ts')).historyTool,
  },
  {
    name: 'history_prune',
    command: 'history prune',
    summary: 'remove old results from the history; daily counts stay',
    load: async () => (await import('./history-prune.ts')).historyPruneTool,
  },
  {
    name: 'quarantine_list',
    command: 'quarantine list',
    summary: 'list the tests in quarantine, with owner and end',
    reads: true,
    load: async () => (await import('./quarantine-list.ts')).quarantineListTool,
  },
  {
    name: 'quarantine_add',
    command: 'quarantine add',
    summary: 'put a flaky test into quarantine: it still runs, and does not fail the gate',
    load: async () => (await import('./quarantine-add.ts')).quarantineAddTool,
  },
  {
    name: 'quarantine_remove',
    command: 'quarantine remove',
    summary: 'take a test out of quarantine',
    load: async () => (await import('./quarantine-remove.ts')).quarantineRemoveTool,
  },
  {
    name: 'quarantine_check',
    command: 'quarantine check',
    summary: 'say which quarantined tests can be released, which entries have expired, and which nobody has looked at',
    reads: true,
    load: async () => (await import('./quarantine-check.ts')).quarantineCheckTool,
  },
  {
    name: 'quarantine_gate',
    command: 'quarantine gate',
    summary: 'run the tests, or read their reports, and fail only for failures that are not in quarantine',
    needs: 'linux',
    load: async () => (await import('./quarantine-gate.ts')).quarantineGateTool,
  },
  {
    name: 'scan',
    command: 'scan',
    summary: 'find sources of nondeterminism in the code, and other causes of flaky tests',
    load: async () => (await import('./scan.ts')).scanTool,
  },
  {
    name: 'build_index',
    command: 'index',
    summary: "build or update the repository's index of tests, definitions and calls",
    load: async () => (await import('./build-index.ts')).buildIndexTool,
  },
  {
    name: 'index_status',
    command: 'index-status',
    summary: 'show what the index contains, whether it is current, and how many calls it could resolve',
    reads: true,
    load: async () => (await import('./index-status.ts')).indexStatusTool,
  },
  {
    name: 'search',
    command: 'search',
    summary: 'search the repository for tests, symbols and text',
    load: async () => (await import('./search.ts')).searchTool,
  },
  {
    name: 'status',
    command: 'status',
    summary: 'show what is known about the project: runners, config file, cases, index',
    reads: true,
    load: async () => (await import('./status.ts')).statusTool,
  },
  {
    name: 'config_status',
    command: 'config-status',
    summary: 'check the config file and show the settings in effect',
    reads: true,
    load: async () => (await import('./config-status.ts')).configStatusTool,
  },
  {
    name: 'env_run',
    command: 'env run',
    summary: 'run the steps of a layered suite, and rebuild what cannot be trusted',
    needs: 'linux',
    load: async () => (await import('./env-run.ts')).envRunTool,
  },
  {
    name: 'env_status',
    command: 'env status',
    summary: 'list the environments, and whether their state can be trusted',
    reads: true,
    needs: 'linux',
    load: async () => (await import('./env-status.ts')).envStatusTool,
  },
  {
    name: 'env_explain',
    command: 'env explain',
    summary: 'explain why an environment is clean, dirty, stale, foreign or locked, and what a run would do',
    reads: true,
    needs: 'linux',
    load: async () => (await import('./env-explain.ts')).envExplainTool,
  },
  {
    name: 'env_clean',
    command: 'env clean',
    summary: 'remove environments; the next run rebuilds them',
    needs: 'linux',
    load: async () => (await import('./env-clean.ts')).envCleanTool,
  },
  {
    name: 'env_graph',
    command: 'env graph',
    summary: 'show the steps, their environments, and what must be complete before each',
    reads: true,
    needs: 'linux',
    load: async () => (await import('./env-graph.ts')).envGraphTool,
  },
  {
    name: 'env_validate',
    command: 'env validate',
    summary: 'check that the suite follows the contract of layered tests',
    needs: 'linux',
    load: async () => (await import('./env-validate.ts')).envValidateTool,
  },
  {
    name: 'env_dist',
    command: 'env dist',
    summary: 'check that a distribution is the same from a clean checkout and after other targets ran',
    only: 'terminal',
    needs: 'linux',
    load: async () => (await import('./env-dist.ts')).envDistTool,
  },
  {
    name: 'env_with',
    command: 'env with',
    summary: 'run a command in a fresh copy of an environment, and remove the copy afterwards',
    only: 'terminal',
    needs: 'linux',
    load: async () => (await import('./env-with.ts')).envWithTool,
  },
  {
    name: 'env_helpers',
    command: 'env helpers',
    summary: 'print the path of the bash library that BATS tests load',
    needs: 'linux',
    load: async () => (await import('./env-helpers.ts')).envHelpersTool,
  },
  {
    name: 'list_tests',
    command: 'list',
    summary: 'list the tests of the suite, in the order in which the runner runs them',
    needs: 'linux',
    load: async () => (await import('./list-tests.ts')).listTestsTool,
  },
  {
    name: 'replay',
    command: 'replay',
    summary: 'run a recorded failing trial again, exactly',
    needs: 'linux',
    load: async () => (await import('./replay.ts')).replayTool,
  },
  {
    name: 'verify',
    command: 'verify',
    summary: 'did the fix fix it? runs the failing condition of a case on the code as it is now',
    needs: 'linux',
    load: async () => (await import('./verify.ts')).verifyTool,
  },
  {
    name: 'report',
    command: 'report',
    summary: 'show a recorded case as text, Markdown, HTML with plots, or JSON',
    reads: true,
    load: async () => (await import('./report.ts')).reportTool,
  },
  {
    name: 'cases',
    command: 'cases',
    summary: 'list the recorded cases, newest first',
    reads: true,
    load: async () => (await import('./cases.ts')).casesTool,
  },
  {
    name: 'case',
    command: 'case',
    summary: 'show one recorded case: its state, its diagnosis, and its trials',
    reads: true,
    load: async () => (await import('./case.ts')).caseTool,
  },
  {
    name: 'store_status',
    command: 'store status',
    summary: 'show which store is used, what it is, and what it holds',
    only: 'terminal',
    reads: true,
    load: async () => (await import('./store-status.ts')).storeStatusTool,
  },
  {
    name: 'store_migrate',
    command: 'store migrate',
    summary: 'make the tables of a store, or bring them up to date',
    only: 'terminal',
    load: async () => (await import('./store-migrate.ts')).storeMigrateTool,
  },
  {
    name: 'store_copy',
    command: 'store copy',
    summary: 'copy recorded cases, hunts, certifications and the history of CI to another store',
    only: 'terminal',
    load: async () => (await import('./store-copy.ts')).storeCopyTool,
  },
  {
    name: 'worker',
    command: 'worker',
    summary: 'run trials for commands that were started with --workers, on this or another machine',
    only: 'terminal',
    needs: 'linux',
    load: async () => (await import('./worker.ts')).workerTool,
  },
  {
    name: 'workers',
    command: 'workers',
    summary: 'list the workers: machine, what they run, since when, last sign of life',
    reads: true,
    load: async () => (await import('./workers.ts')).workersTool,
  },
  {
    name: 'hunts',
    command: 'hunts',
    summary: 'list the recorded hunts and certifications, newest first, or show one with its result',
    reads: true,
    load: async () => (await import('./hunts.ts')).huntsTool,
  },
  {
    name: 'doctor',
    command: 'doctor',
    summary: 'check what works here: runners, knobs, store, process supervision',
    needs: 'linux',
    load: async () => (await import('./doctor.ts')).doctorTool,
  },
  {
    name: 'demo',
    command: 'demo',
    summary: 'diagnose a bundled flaky suite in under a minute',
    only: 'terminal',
    needs: 'linux',
    load: async () => (await import('./demo.ts')).demoTool,
  },
];

/** The tools that a service offers. */
export const serviceTools = (tools: readonly ToolEntry[]): readonly ToolEntry[] =>
  tools.filter(({ only }) => only !== 'terminal');

export const SERVICE_TOOLS: readonly ToolEntry[] = serviceTools(TOOLS);
