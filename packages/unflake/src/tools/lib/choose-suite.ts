/** Chooses the suite of a project: a runner and the folder in which it starts. A repository of several packages has several. */
import { UnflakeError } from '../../contract/faults.ts';
import type { Project, RunnerAdapter } from '../../contract/runner.ts';
import {
  chooseRunner,
  type DetectedRunner,
  detectRunners,
  withoutSubstitutes,
} from '../../engine/subject/detect-runners.ts';
import { RUNNERS, runnerNamed } from '../../runners/index.ts';
import type { Config } from './config.ts';
import { didYouMean } from './near-match.ts';

export interface Suite {
  readonly adapter: RunnerAdapter;
  readonly folder: string;
}

/** Strongest signs first. Without a runner name, all that were recognised; with one, that runner in every folder with its signs. */
export function suitesOf(project: Project, config: Config, wanted: string | undefined): readonly DetectedRunner[] {
  const runner = wanted === undefined ? null : named(wanted);
  const all = detectRunners(project, RUNNERS);
  const detected = runner === null ? withoutSubstitutes(all) : all.filter(({ adapter }) => adapter === runner);
  // A folder that the config names is the only one of its runner.
  return detected.filter(({ adapter }, index) => {
    const isFirst = detected.findIndex((one) => one.adapter === adapter) === index;
    return isFirst || config.runners?.[adapter.name]?.folder === undefined;
  });
}

/** SEVERAL_RUNNERS if the signs do not decide. */
export function theSuite(suites: readonly DetectedRunner[], wanted: string | undefined, root: string): Suite {
  if (suites.length === 0 && wanted !== undefined) return { adapter: named(wanted), folder: '.' };
  return suiteOf(chooseRunner(suites, root));
}

/** All suites of the project if more than one has strong signs; weak signs count only if nothing else was found. */
export function allSuites(
  suites: readonly DetectedRunner[],
  wanted: string | undefined,
  root: string,
): readonly Suite[] {
  const good = suites.filter(({ detection }) => detection.strength !== 'possible');
  const all = good.length > 0 ? good : suites;
  return all.length < 2 ? [theSuite(all, wanted, root)] : all.map(suiteOf);
}

const suiteOf = ({ adapter, detection }: DetectedRunner): Suite => ({ adapter, folder: detection.folder });

function named(wanted: string): RunnerAdapter {
  const adapter = runnerNamed(wanted);
  if (adapter !== undefined) return adapter;
  const known = RUNNERS.map(({ name }) => name);
  throw new UnflakeError('INVALID_INPUT', `\`${wanted}\` is not a runner${didYouMean(wanted, known)}`, {
    runner: wanted,
    known,
  });
}
