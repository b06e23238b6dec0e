/** What others build on, as literals. A red line here means that an interface changes: see docs/stability.md before you change the pin. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { CAUSES, VERDICTS } from '../../src/contract/cause.ts';
import { EXIT } from '../../src/contract/exit-codes.ts';
import { FAULTS } from '../../src/contract/faults.ts';
import * as contract from '../../src/contract/index.ts';
import { OUTCOMES } from '../../src/contract/outcome.ts';
import { callTool } from '../../src/tools/lib/envelope.ts';
import { TOOLS } from '../../src/tools/registry.ts';
import { sampleContext, sampleTool } from '../unit/tools/sample-tool.ts';

const manifest = (name: string) =>
  JSON.parse(readFileSync(fileURLToPath(new URL(`../../../${name}/package.json`, import.meta.url)), 'utf8'));

test('exit codes', () => {
  expect(EXIT).toEqual({ done: 0, found: 1, usage: 2, inconclusive: 3, interrupted: 130 });
  expect(Object.fromEntries(Object.entries(FAULTS).map(([code, { exit }]) => [code, exit]))).toEqual({
    INVALID_INPUT: 2,
    UNKNOWN_COMMAND: 2,
    UNKNOWN_TEST: 4,
    NO_RUNNER: 5,
    SEVERAL_RUNNERS: 6,
    BAD_CONFIG: 7,
    RUNNER_NOT_INSTALLED: 8,
    SUITE_DOES_NOT_COLLECT: 9,
    STORE_UNREADABLE: 10,
    STORE_TOO_NEW: 11,
    DISK_FULL: 12,
    UNKNOWN_CASE: 13,
    RETRIES_NOT_OFF: 14,
    NOT_EXECUTABLE: 15,
    ROOT_NOT_FOUND: 16,
    CASE_CHANGED: 17,
    CASE_BUSY: 18,
    ENV_NO_SUITE: 19,
    ENV_UNKNOWN_STEP: 20,
    ENV_BAD_STEP: 21,
    ENV_CYCLE: 22,
    ENV_LOCKED: 23,
    ENV_COPY_FAILED: 24,
    UNKNOWN_TOOL: 25,
    QUEUE_OVERLOADED: 26,
    TOOL_TIMEOUT: 27,
    FORBIDDEN_ROOT: 28,
    COMMAND_NOT_ALLOWED: 29,
    NO_INDEX: 30,
    UNKNOWN_ROUTE: 31,
    METHOD_NOT_ALLOWED: 32,
    NOT_JSON: 33,
    BODY_TOO_LARGE: 34,
    BODY_TOO_SLOW: 35,
    UNAUTHORIZED: 36,
    FORBIDDEN_ORIGIN: 37,
    UNKNOWN_CALL: 38,
    ADDRESS_NOT_FREE: 39,
    UNSUPPORTED_PLATFORM: 40,
    UNKNOWN_COMMIT: 41,
    CODE_NOT_PREPARED: 42,
    BAD_REPORT: 43,
    BAD_QUARANTINE: 44,
    CANCELLED: 130,
    INTERNAL: 70,
  });
});

test('tools and their commands', () => {
  expect(TOOLS.map(({ name, command }) => `${name} = ${command}`)).toEqual([
    'diagnose = diagnose',
    'hunt = hunt',
    'hunt_merge = hunt merge',
    'certify = certify',
    'ingest = ingest',
    'history = history',
    'history_prune = history prune',
    'quarantine_list = quarantine list',
    'quarantine_add = quarantine add',
    'quarantine_remove = quarantine remove',
    'quarantine_check = quarantine check',
    'quarantine_gate = quarantine gate',
    'scan = scan',
    'build_index = index',
    'index_status = index-status',
    'search = search',
    'status = status',
    'config_status = config-status',
    'env_run = env run',
    'env_status = env status',
    'env_explain = env explain',
    'env_clean = env clean',
    'env_graph = env graph',
    'env_validate = env validate',
    'env_dist = env dist',
    'env_with = env with',
    'env_helpers = env helpers',
    'list_tests = list',
    'replay = replay',
    'verify = verify',
    'report = report',
    'cases = cases',
    'case = case',
    'store_status = store status',
    'store_migrate = store migrate',
    'store_copy = store copy',
    'worker = worker',
    'workers = workers',
    'hunts = hunts',
    'doctor = doctor',
    'demo = demo',
  ]);
});

test('the envelope has these keys and no others', async () => {
  const good = await callTool(sampleTool, { leaf: 'oolong' }, sampleContext());
  expect(Object.keys(good)).toEqual(['ok', 'result', '_meta']);
  expect(Object.keys(good._meta)).toEqual(['schemaVersion', 'toolingVersion', 'ts', 'requestId', 'durationMs']);
  const bad = await callTool(sampleTool, { leaf: 7 }, sampleContext());
  expect(Object.keys(bad)).toEqual(['ok', 'error', '_meta']);
});

test('outcomes, verdicts and families', () => {
  expect(OUTCOMES).toEqual(['passed', 'failed', 'errored', 'timed-out', 'crashed', 'skipped', 'missing']);
  expect(VERDICTS).toEqual(['isolated', 'narrowed', 'broken', 'not-reproduced', 'blocked']);
  expect(Object.keys(CAUSES)).toEqual([
    'ordering',
    'timing',
    'shared-state',
    'external',
    'resource-leak',
    'nondeterminism',
  ]);
});

test('what packages export', () => {
  expect(Object.keys(manifest('unflake').exports)).toEqual(['./contract']);
  expect(manifest('unflake').bin).toEqual({ unflake: 'bin/unflake.js' });
  expect(Object.keys(contract).sort()).toEqual([
    'CAUSES',
    'EXIT',
    'FAULTS',
    'OUTCOMES',
    'PHASES',
    'SCHEMA_VERSION',
    'STORE_FORMAT',
    'TOOLING_VERSION',
    'UnflakeError',
    'VERDICTS',
    'formatTitlePath',
    'isFailure',
    'isFault',
    'parseTitlePath',
    'testId',
  ]);
});

test('the testkit has no dependency of any kind', () => {
  const { dependencies, peerDependencies, optionalDependencies } = manifest('testkit');
  expect({ dependencies, peerDependencies, optionalDependencies }).toEqual({});
});
