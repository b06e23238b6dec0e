/** `history <test>` for people: what is known about one test, each claim with what carries it. */
import { plural } from '../../text/plural.ts';
import { percent } from '../../text/rate.ts';
import { shorten, visible } from '../../text/shorten.ts';
import type { HistoryRow, TestHistory, TimelineRow } from '../../tools/lib/history/results.ts';
import { paint, type TerminalStyle } from '../terminal-style.ts';
import { historyRate, sparkline } from '../text/sparkline.ts';

const SHOWN_RESULTS = 15;
const KINDS: Readonly<Record<keyof HistoryRow['evidence'], string>> = {
  'same-commit': 'passed and failed on the same commit',
  undone: 'failed on one commit, and the next one passed',
  unreachable: 'failed on a commit that changes nothing it reaches',
  break: 'failed always on a commit and its neighbour: an ordinary break',
};

export function testHistoryText(test: TestHistory, style: TerminalStyle): string {
  const { bold, dim } = paint(style);
  const line = (name: string, text: string): string => `${name.padEnd(11)}${visible(text)}`;
  const { quarantine, began, provoked, fingerprints } = test;
  return [
    bold(visible(test.test)),
    line('status', `${test.status}; flaky with probability ${percent(test.flaky)}`),
    ...(quarantine === null ? [] : [line('quarantine', `until ${quarantine.until}, ${quarantine.owner}`)]),
    line('failed', `${historyRate(test)} on code that did not break it`),
    line('cost', `${plural(test.reruns, 'rerun')}, ${test.minutesLost.toFixed(1)} minutes`),
    line('seen', `${test.firstSeen.slice(0, 10)} to ${test.lastSeen.slice(0, 10)}`),
    ...(began === null
      ? []
      : [
          line(
            'began',
            began.after === null
              ? `by ${began.by}; the history does not reach back further`
              : `after ${began.after}, by ${began.by}`,
          ),
        ]),
    line('days', sparkline(test.days)),
    ...test.formerNames.map((name) => line('before', name)),
    ...evidenceLines(test, line),
    ...fingerprints.map(({ count, message, fingerprint }) =>
      line(
        'failure',
        shorten(`${count}× ${message?.split('\n', 1)[0] || fingerprint}`, Math.max(40, style.columns - 12)),
      ),
    ),
    ...provoked.map(({ source, id, failures, runs, says }) =>
      line('provoked', `${source} ${id}: ${failures}/${runs} failed; ${says}`),
    ),
    ...test.timeline.slice(0, SHOWN_RESULTS).map((row) => dim(timelineLine(row))),
    ...(test.timeline.length > SHOWN_RESULTS
      ? [dim(`and ${test.timeline.length - SHOWN_RESULTS} more with --json`)]
      : []),
    '',
  ].join('\n');
}

function evidenceLines({ evidence }: TestHistory, line: (name: string, text: string) => string): readonly string[] {
  const kinds = Object.entries(KINDS) as [keyof HistoryRow['evidence'], string][];
  return kinds
    .filter(([kind]) => evidence[kind] > 0)
    .map(([kind, text]) => line('evidence', `${evidence[kind]}×: ${text}`));
}

function timelineLine({ at, outcome, commit, branch, run, job, attempt, incident }: TimelineRow): string {
  const place = [branch, run, job, attempt > 1 ? `attempt ${attempt}` : ''].filter((text) => text !== '').join(' / ');
  return visible(
    `${at.slice(0, 16).replace('T', ' ')}  ${outcome.padEnd(9)} ${commit.slice(0, 10)}  ${place}${incident === null ? '' : ` (incident: ${incident})`}`,
  );
}
