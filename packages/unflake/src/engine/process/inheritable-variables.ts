/** The variables that every trial inherits: those of the caller, without those that would change a runner. */

/** Names, or prefixes ending in `*`. Inherited from an outer runner or a shell they would hide failures or add arguments. */
export const SCRUBBED = [
  // An outer `node --test` makes an inner one run nothing and exit 0.
  'NODE_TEST_CONTEXT',
  'NODE_OPTIONS',
  'NODE_ENV',
  'NODE_CHANNEL_FD',
  'NODE_UNIQUE_ID',
  'NODE_V8_COVERAGE',
  'VITEST',
  'VITEST_*',
  'JEST_WORKER_ID',
  // An inspector that waits, another reporter, the numbers of an outer worker.
  'PWDEBUG',
  'PWTEST_*',
  'PW_TEST_*',
  'PW_TS_*',
  'TEST_WORKER_INDEX',
  'TEST_PARALLEL_INDEX',
  'PYTEST_ADDOPTS',
  'PYTEST_PLUGINS',
  'PYTEST_CURRENT_TEST',
  'PYTEST_VERSION',
  'PYTEST_XDIST_*',
  'COV_CORE_*',
  'PYTHONHASHSEED',
  'RUSTFLAGS',
  'RUST_TEST_*',
  'CARGO_BUILD_*',
  'CARGO_ENCODED_RUSTFLAGS',
  // Flags of nextest, and what it tells the tests that it runs.
  'NEXTEST',
  'NEXTEST_*',
  'GOFLAGS',
  // Each is a flag of GoogleTest, for filters, shuffles, repetitions and shards among them.
  'GTEST_*',
  'TESTBRIDGE_TEST_ONLY',
  'MAVEN_OPTS',
  'MAVEN_ARGS',
  'GRADLE_OPTS',
  'JAVA_TOOL_OPTIONS',
  'RUBYOPT',
  'SPEC_OPTS',
  'PERL5OPT',
  'CI',
  'FORCE_COLOR',
  'NO_COLOR',
  'CLICOLOR_FORCE',
  'TEST_SHARD_*',
  'TEST_TOTAL_SHARDS',
  // Set by npm for the script that started us; a runner started by hand does not see them.
  'npm_lifecycle_*',
  'npm_package_*',
  'npm_command',
  'INIT_CWD',
  // Shells rewrite these for each command, so that they carry nothing.
  'OLDPWD',
  '_',
] as const;

const names = new Set<string>(SCRUBBED.filter((entry) => !entry.endsWith('*')));
const prefixes = SCRUBBED.filter((entry) => entry.endsWith('*')).map((entry) => entry.slice(0, -1));

export type Environment = Readonly<Record<string, string>>;

export function inheritableVariables(env: Readonly<Record<string, string | undefined>>): Environment {
  const kept = Object.entries(env)
    .filter(([name, value]) => value !== undefined && !isScrubbed(name))
    .sort(([a], [b]) => (a < b ? -1 : 1)) as [string, string][];
  // Several runners colour piped output.
  return Object.fromEntries([...kept, ['NO_COLOR', '1']]);
}

const isScrubbed = (name: string): boolean => names.has(name) || prefixes.some((prefix) => name.startsWith(prefix));

/** `null` removes a variable; of several differences the last one counts. */
export function withDifference(
  base: Environment,
  ...differences: readonly Readonly<Record<string, string | null>>[]
): Environment {
  // Without a prototype it is a plain table, in which a name that no other trial has costs no more than any other.
  const result: Record<string, string | null> = Object.assign(Object.create(null), base, ...differences);
  for (const name in result) if (result[name] === null) delete result[name];
  return result as Record<string, string>;
}
