/** What `doctor` says about how trials of a runner start: which launcher is tried, what it keeps, and what became of it last time. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Diagnosis } from '../../contract/diagnosis.ts';
import { fastStart, NO_FORKS, type StartWay } from '../../engine/launchers/fast-start.ts';
import { PAYS_AFTER } from '../../engine/launchers/loaded-runner.ts';
import type { Subject } from '../../engine/subject/subject.ts';
import type { TrialWorkspace } from '../../engine/trial-workspace.ts';
import { loadedAhead } from '../../runners/loaded-ahead.ts';
import { plural } from '../../text/plural.ts';
import { fasterStart } from './case/faster-start.ts';
import type { Check } from './tool-results.ts';

/** By the name of the launcher. */
const STARTED: Readonly<Record<string, string>> = {
  'fork server': 'forks',
  standby: 'a runner that stayed loaded',
  compiled: 'built programs',
  'recorded command': 'the recorded command',
};
/** More are counted. */
const MAX_NAMED = 3;

/** `last`: the newest finished diagnosis with this runner. */
export function startCheck(subject: Subject, workspace: TrialWorkspace, last: Diagnosis | null): Check {
  const { name } = subject.adapter;
  const { way, hindrance } = fastStart(subject, workspace);
  const detail = [
    wayInWords(way, subject),
    ...(hindrance === null ? [] : [hindrance]),
    ...leftToTrials(subject),
    ...(last === null ? [] : [lastInWords(last, subject)]),
  ].join('; ');
  return {
    what: `start of ${name}`,
    status: hindrance === null ? 'ok' : 'limited',
    detail,
    fix: hindrance === NO_FORKS && process.platform === 'linux' ? 'apt-get install gcc libc6-dev' : null,
  };
}

function wayInWords(way: StartWay, { adapter }: Subject): string {
  const { name, forksAfter, compiled } = adapter;
  switch (way) {
    case 'forks': {
      const from = fromTrial(forksAfter ?? PAYS_AFTER.forks);
      return `${from} forks of a process that keeps ${name} and libraries loaded, and nothing of the project, if both agree`;
    }
    case 'again':
      return `${fromTrial(PAYS_AFTER.again)} a ${name} that stays loaded, with its tests in new processes, if both agree`;
    case 'built':
      return 'test programs are built once and run in new processes, if they agree with the runner';
    case 'recorded':
      return `${fromTrial(compiled?.paysAfter ?? 0)} what ${name} would start for the tests, without ${name}, if both agree`;
    case 'ahead':
      return 'each trial is a new process, started while another one runs';
    case 'cold':
      return 'each trial is a new process';
    default:
      return way satisfies never;
  }
}

const fromTrial = (after: number): string =>
  after === 0 ? 'trials are' : `the first ${after} trials are new processes, later ones`;

/** Packages that a trial loads for itself, because a process that had loaded them ahead could be told from a new one. */
function leftToTrials({ adapter, cache }: Subject): readonly string[] {
  const { UNFLAKE_IMPORTS: imports } = loadedAhead(adapter.name, cache);
  const refused = Object.entries(imports ? readRefused(`${imports}.examined`) : {});
  if (refused.length === 0) return [];
  const named = refused.slice(0, MAX_NAMED).map(([path, why]) => `${basename(path)} (${why})`);
  const left = refused.length - named.length;
  return [`each trial itself loads ${named.join(', ')}${left > 0 ? ` and ${plural(left, 'more package')}` : ''}`];
}

function readRefused(path: string): Readonly<Record<string, string>> {
  try {
    const known: { readonly refused?: Readonly<Record<string, string>> } = JSON.parse(readFileSync(path, 'utf8'));
    return known.refused ?? {};
  } catch (error) {
    // No trial of this project was forked yet, or a trial is writing it.
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}

function lastInWords({ caseId, launcher, notTried }: Diagnosis, { adapter }: Subject): string {
  const whys = notTried.filter(({ what }) => what === fasterStart(adapter));
  const used = STARTED[launcher?.name ?? ''] ?? 'new processes';
  return [`the last diagnosis (${caseId}) used ${used}`, ...whys.map(({ why }) => why)].join(', because ');
}
