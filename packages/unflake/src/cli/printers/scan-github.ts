/** `scan` as annotations of a GitHub workflow. */
import type { ScanResult } from '../../tools/lib/tool-results.ts';
import { leftOutLine } from '../text/left-out.ts';
import { reachLine } from '../text/reach.ts';

const LEVEL = { note: 'notice', warning: 'warning', error: 'error' } as const;

export function scanGithub({ findings, problems, excluded = [] }: ScanResult): string {
  const found = findings.map(({ file, line, column, endLine, rule, severity, message, code, reachedBy }) => {
    const reached = reachedBy ? `\n${reachLine(reachedBy)}` : '';
    const place = `file=${property(file)},line=${line},col=${column},endLine=${endLine},title=${property(rule)}`;
    return `::${LEVEL[severity]} ${place}::${value(`${message}: ${code}${reached}`)}\n`;
  });
  const unread = problems.map(({ file, why }) => `::warning file=${property(file)},title=scan::${value(why)}\n`);
  const left = excluded.map((one) => `::notice title=scan::${value(`left out: ${leftOutLine(one)}`)}\n`);
  return [...found, ...unread, ...left].join('');
}

/** The message of an annotation. */
export const value = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
/** A property of an annotation. */
export const property = (text: string): string => value(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
