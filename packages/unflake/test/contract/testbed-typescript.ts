/** The arm of the command line: its library, called in this process. */
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cleanEnvironment } from '../../src/testbed/clean-environment.ts';
import { inputsHash } from '../../src/testbed/inputs-hash.ts';
import { inspectEnvironment } from '../../src/testbed/inspect-environment.ts';
import { takeLock } from '../../src/testbed/lock.ts';
import { makeCopy, makeEmpty, type RunProgram } from '../../src/testbed/make-environment.ts';
import { markComplete, markStart } from '../../src/testbed/markers.ts';
import { environmentByName, kindByName, stepOfFile } from '../../src/testbed/names.ts';
import { environmentPlaces } from '../../src/testbed/places.ts';
import { type StepGraph, stepGraph } from '../../src/testbed/prerequisites.ts';
import type { SuitePlace, TestbedArm } from './testbed.ts';

export const typescriptArm: TestbedArm = {
  name: 'the command line',
  make: (place, env) => makeEmpty(placesOf(place), env, hashOf(place)),
  copy: (place, from, to) => makeCopy(placesOf(place), from, to, runProgram),
  markStart: async ({ envs }, env, step) => markStart(environmentPlaces(envs, env).state, step, 1_700_000_000_000),
  markComplete: async ({ envs }, env, step) =>
    markComplete(environmentPlaces(envs, env).state, step, 1_700_000_001_000, 1_234),
  state: async (place, env, step) => {
    const question = {
      known: (name: string) => kindByName(name) !== null,
      later: graphOf(place).later(step),
      inputs: hashOf(place),
    };
    return (await inspectEnvironment(place.envs, env, question, 'ask')).state.state;
  },
  clean: async ({ envs }, env) => void (await cleanEnvironment(envs, env)),
  hold: async ({ envs }, env, waitMs) => {
    const lock = await takeLock(environmentPlaces(envs, env).lock, { waitMs, words: 'the contract' });
    return lock && { release: async () => lock.release() };
  },
};

export const runProgram: RunProgram = ([program, ...args]) =>
  new Promise((resolve) => {
    const child = execFile(program, args, (_error, _stdout, stderr) =>
      resolve({ code: child.exitCode, signal: child.signalCode, stderr }),
    );
  });

const placesOf = ({ suite, envs }: SuitePlace) => ({ suite, envs, top: dirname(suite) });

function graphOf({ suite }: SuitePlace): StepGraph {
  const names = readdirSync(suite)
    .sort()
    .flatMap((file) => stepOfFile(file) ?? []);
  return stepGraph(
    names.map((name) => {
      const kind = kindByName(name)!;
      const work = { kind: 'bats', file: `${name}.bats`, marksItself: true } as const;
      return { name, kind, environment: environmentByName(name, kind), after: [], inputs: [], work };
    }),
  );
}

function hashOf({ suite }: SuitePlace): string {
  const file = join(suite, 'foundation.bats');
  if (!existsSync(file)) return '';
  const declared = /^# inputs: (.+)$/m.exec(readFileSync(file, 'utf8'))?.[1]?.split(' ') ?? [];
  return inputsHash(suite, ['foundation.bats', ...declared]);
}
