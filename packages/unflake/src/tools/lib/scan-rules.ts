/** The rules of the findings, with their messages and pages. */
import type { ScanFinding, ScanRule } from '../../contract/scan.ts';
import { rulePage } from '../../scan/report/rule-page.ts';
import { RULES } from '../../scan/rules/index.ts';

export function rulesOf(
  findings: readonly ScanFinding[],
  among: readonly Omit<ScanRule, 'page'>[] = RULES,
): readonly ScanRule[] {
  const ids = [...new Set(findings.map(({ rule }) => rule))].sort();
  return ids.map((id) => {
    const rule = among.find((one) => one.id === id);
    const { message, cause } = rule ?? findings.find((finding) => finding.rule === id)!;
    return {
      id,
      cause,
      message,
      why: rule?.why ?? 'Nobody can tell later whether it may still be allowed.',
      fix: rule?.fix ?? 'Write the reason after a colon.',
      page: rulePage(id),
    };
  });
}
