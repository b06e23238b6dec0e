/** `scan` as SARIF 2.1.0, for code scanning. */

import type { ScanFinding, ScanProblem } from '../../contract/scan.ts';
import { TOOLING_VERSION } from '../../contract/versions.ts';
import type { ScanResult } from '../../tools/tool-results.ts';

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';

export function scanSarif({ findings, problems }: ScanResult): string {
  const ids = [...new Set(findings.map(({ rule }) => rule))].sort();
  const log = {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'unflake', version: TOOLING_VERSION, rules: ids.map((id) => ruleOf(id, findings)) } },
        columnKind: 'utf16CodeUnits',
        invocations: [{ executionSuccessful: true, toolExecutionNotifications: problems.map(notification) }],
        results: findings.map((finding) => resultOf(finding, ids.indexOf(finding.rule))),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function ruleOf(id: string, findings: readonly ScanFinding[]) {
  const { message, cause, severity } = findings.find(({ rule }) => rule === id)!;
  return {
    id,
    shortDescription: { text: message },
    defaultConfiguration: { level: severity },
    properties: { tags: ['flaky-test', cause.family, cause.kind] },
  };
}

function resultOf({ rule, severity, message, code, ...place }: ScanFinding, ruleIndex: number) {
  const { file, line, column, endLine, endColumn } = place;
  return {
    ruleId: rule,
    ruleIndex,
    level: severity,
    message: { text: `${message}: ${code}` },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: uriOf(file), uriBaseId: '%SRCROOT%' },
          region: { startLine: line, startColumn: column, endLine, endColumn },
        },
      },
    ],
  };
}

const notification = ({ file, why }: ScanProblem) => ({
  level: 'warning',
  message: { text: `${file}: ${why}` },
  locations: [{ physicalLocation: { artifactLocation: { uri: uriOf(file), uriBaseId: '%SRCROOT%' } } }],
});

const uriOf = (file: string): string => file.split('/').map(encodeURIComponent).join('/');
