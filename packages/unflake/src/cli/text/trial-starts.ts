/** How the trials of a diagnosis were started, and which of them the host of the machine disturbed. */
import type { Diagnosis } from '../../contract/diagnosis.ts';
import { plural } from '../../text/plural.ts';

const STARTS: Readonly<Record<string, { readonly by: string; readonly keeps: string }>> = {
  compiled: {
    by: 'programs built once',
    keeps: 'Test programs were built once; each trial ran them in a new process.',
  },
  'recorded command': {
    by: 'what the runner starts for tests, recorded once and started directly',
    keeps:
      'In the end each trial started, as a new process, what the runner itself would start for tests, as recorded once. The first trials, and those that measure time, started the runner.',
  },
  standby: {
    by: 'a runner that stayed loaded',
    keeps:
      'In the end the runner stayed loaded between trials; tests ran in new processes. The first trials, those that measure time, and those under a condition started a new runner.',
  },
  'fork server': {
    by: 'forks of a loaded runner',
    keeps:
      'In the end trials ran in forks of a process that keeps the runner and libraries loaded, and nothing of the project. The first trials, those that measure time, and those under conditions that are more than a variable were new processes.',
  },
};

/** `, by forks of a loaded runner`; empty where each trial was a new process. */
export const startedBy = ({ launcher }: Pick<Diagnosis, 'launcher'>): string =>
  launcher === undefined ? '' : `, by ${STARTS[launcher.name]?.by ?? launcher.name}`;

/** One or more sentences, for a report. */
export function startsInWords({ launcher }: Pick<Diagnosis, 'launcher'>): string {
  if (launcher === undefined) return 'Each trial was a new process.';
  return STARTS[launcher.name]?.keeps ?? `Trials were started by ${launcher.name}, which keeps ${launcher.keeps}.`;
}

/** Empty where the host took little. */
export function busyHostLines({ busyHost, cost }: Pick<Diagnosis, 'busyHost' | 'cost'>): readonly string[] {
  if (busyHost === undefined) return [];
  const { trials, failed, repeated } = busyHost;
  const failures = failed === 0 ? 'none of which failed' : `${failed} of which failed`;
  const again =
    repeated === 0
      ? ''
      : `; ${repeated === 1 ? '1 was' : `${repeated} were`} repeated, and only the repeat counts for a cause in time`;
  return [
    `the host of this machine took more than a third of the CPU time during ${trials.length} of ${plural(cost.trials, 'trial')}, ${failures}${again}`,
  ];
}
