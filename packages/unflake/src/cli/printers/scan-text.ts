/** `scan` for people: findings by rule, the most severe first, each with its location; then what could not be scanned. */

import { type ScanFinding, SEVERITIES } from '../../contract/scan.ts';
import { plural } from '../../text/plural.ts';
import type { ScanResult } from '../../tools/lib/tool-results.ts';
import { leftOutLine } from '../text/left-out.ts';
import { reachLine } from '../text/reach.ts';

/** Per rule; the rest is counted. */
const MAX_SHOWN = 20;

export function scanResultText({ findings, rules = [], problems, excluded = [], files, lines }: ScanResult): string {
  const text: string[] = [];
  for (const found of byRule(findings)) {
    const [{ rule, severity, message, cause }] = found as [ScanFinding, ...ScanFinding[]];
    text.push(`${severity}  ${rule}: ${message}${cause === null ? '' : ` (${cause.family} / ${cause.kind})`}`);
    for (const { file, line, column, code, test, reachedBy } of found.slice(0, MAX_SHOWN)) {
      text.push(`  ${file}:${line}:${column}  ${code}${test === null ? '' : `   in ${test}`}`);
      if (reachedBy) text.push(`    ${reachLine(reachedBy)}`);
    }
    if (found.length > MAX_SHOWN) text.push(`  … and ${found.length - MAX_SHOWN} more; all of them with --json`);
    const page = rules.find(({ id }) => id === rule)?.page;
    if (page !== undefined) text.push(`  see ${page}`);
    text.push('');
  }
  for (const { file, why } of problems) text.push(`problem  ${file}: ${why}`);
  if (problems.length > 0) text.push('');
  for (const one of excluded) text.push(`left out  ${leftOutLine(one)}`);
  if (excluded.length > 0) text.push('');
  const counts = SEVERITIES.toReversed().flatMap((severity) => {
    const count = findings.filter((finding) => finding.severity === severity).length;
    return count === 0 ? [] : [plural(count, severity)];
  });
  text.push(`${counts.join(', ') || 'nothing found'} in ${plural(files, 'file')}, ${plural(lines, 'line')}`);
  return text.map((line) => `${line}\n`).join('');
}

/** A rule may be surer of some of its places than of others: these stand apart. */
function byRule(findings: readonly ScanFinding[]): readonly (readonly ScanFinding[])[] {
  const groups = new Map<string, ScanFinding[]>();
  for (const finding of findings) {
    const key = `${finding.rule} ${finding.severity}`;
    groups.set(key, [...(groups.get(key) ?? []), finding]);
  }
  const weight = ([first]: readonly ScanFinding[]) => SEVERITIES.indexOf(first!.severity);
  return [...groups]
    .sort(([a, one], [b, other]) => weight(other) - weight(one) || (a < b ? -1 : 1))
    .map(([, found]) => found);
}
