/** The list of runners, in the order in which detection shows them. A new runner is a file and a line here. */
import type { RunnerAdapter } from '../contract/runner.ts';
import { ava } from './ava.ts';
import { bats } from './bats.ts';
import { cargoTest } from './cargo-test.ts';
import { command } from './command.ts';
import { goTest } from './go-test.ts';
import { googletest } from './googletest.ts';
import { gradle } from './gradle.ts';
import { jest } from './jest.ts';
import { maven } from './maven.ts';
import { minitest } from './minitest.ts';
import { mocha } from './mocha.ts';
import { nextest } from './nextest.ts';
import { nodeTest } from './node-test.ts';
import { phpunit } from './phpunit.ts';
import { playwright } from './playwright.ts';
import { pytest } from './pytest.ts';
import { rspec } from './rspec.ts';
import { tap } from './tap.ts';
import { unittest } from './unittest.ts';
import { vitest } from './vitest.ts';

export const RUNNERS: readonly RunnerAdapter[] = [
  nodeTest,
  pytest,
  unittest,
  jest,
  vitest,
  mocha,
  playwright,
  ava,
  tap,
  goTest,
  cargoTest,
  nextest,
  googletest,
  maven,
  gradle,
  rspec,
  minitest,
  phpunit,
  bats,
  command,
];

export function runnerNamed(name: string): RunnerAdapter | undefined {
  return RUNNERS.find((runner) => runner.name === name);
}
