/** `scan` as SARIF 2.1.0, for code scanning. A test validates it against the schema. */
import {
  type LeftOut,
  type ReachedBy,
  type ScanFinding,
  type ScanProblem,
  type ScanRule,
  SEVERITIES,
} from '../../contract/scan.ts';
import { TOOLING_VERSION } from '../../contract/versions.ts';
import type { ScanResult } from '../../tools/lib/tool-results.ts';
import { leftOutLine } from '../text/left-out.ts';
import { reachCount } from '../text/reach.ts';

export const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';
/** Viewers show each as a separate link; the count is in the message. */
const MAX_TESTS = 20;

export function scanSarif(
  { findings, problems, excluded = [], rules: described = [] }: ScanResult,
  home: string | null = DOCS_HOME,
): string {
  const ids = [...new Set(findings.map(({ rule }) => rule))].sort();
  const rules = ids.map((id) => ({
    ...ruleOf(gravest(findings.filter(({ rule }) => rule === id))),
    ...helpOf(
      described.find((rule) => rule.id === id),
      home,
    ),
  }));
  const log = {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'unflake', version: TOOLING_VERSION, rules } },
        columnKind: 'utf16CodeUnits',
        invocations: [
          {
            executionSuccessful: true,
            toolExecutionNotifications: [...problems.map(notification), ...excluded.map(leftOut)],
          },
        ],
        results: findings.map((finding) => resultOf(finding, ids.indexOf(finding.rule))),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

/** The rule itself is as grave as its surest finding. */
const gravest = (found: readonly ScanFinding[]): ScanFinding =>
  found.reduce((one, other) => (SEVERITIES.indexOf(other.severity) > SEVERITIES.indexOf(one.severity) ? other : one));

function ruleOf({ rule: id, message, cause, severity }: ScanFinding) {
  return {
    id,
    shortDescription: { text: message },
    defaultConfiguration: { level: severity },
    properties: { tags: ['flaky-test', ...(cause === null ? [] : [cause.family, cause.kind])] },
  };
}

function helpOf(rule: ScanRule | undefined, home: string | null) {
  if (rule === undefined) return {};
  const { why, fix, page } = rule;
  return {
    fullDescription: { text: why },
    help: { text: `${why} ${fix} See ${page}.`, markdown: `${why}\n\n${fix}\n\nSee \`${page}\`.` },
    ...(home === null ? {} : { helpUri: `${home}${page}` }),
  };
}

function resultOf({ rule, severity, message, code, reachedBy, ...place }: ScanFinding, ruleIndex: number) {
  const { file, line, column, endLine, endColumn } = place;
  const reached = reachedBy ? `; ${reachCount(reachedBy)}` : '';
  return {
    ruleId: rule,
    ruleIndex,
    level: severity,
    message: { text: `${message}: ${code}${reached}` },
    locations: [
      {
        physicalLocation: {
          artifactLocation: artifact(file),
          region: { startLine: line, startColumn: column, endLine, endColumn },
        },
      },
    ],
    ...(reachedBy ? { relatedLocations: relatedTo(reachedBy) } : {}),
  };
}

/** The shortest call path from a test, step by step, then the tests. */
function relatedTo({ path, tests }: ReachedBy) {
  const steps = path.slice(0, -1).map(({ file, line, name, sure }, index) => ({
    file,
    line,
    text: `${name} ${sure ? 'calls' : 'may call'} ${path[index + 1]!.name}`,
  }));
  const reaching = tests
    .slice(0, MAX_TESTS)
    .map(({ file, line, name, sure }) => ({ file, line, text: `${name} ${sure ? 'reaches' : 'may reach'} it` }));
  return [...steps, ...reaching].map(({ file, line, text }, index) => ({
    id: index + 1,
    physicalLocation: { artifactLocation: artifact(file), region: { startLine: line } },
    message: { text },
  }));
}

const notification = ({ file, why }: ScanProblem) => ({
  level: 'warning',
  message: { text: `${file}: ${why}` },
  locations: [{ physicalLocation: { artifactLocation: artifact(file) } }],
});

const leftOut = (one: LeftOut) => ({ level: 'note', message: { text: `left out: ${leftOutLine(one)}` } });

export const artifact = (file: string) => ({ uri: uriOf(file), uriBaseId: '%SRCROOT%' });

const uriOf = (file: string): string => file.split('/').map(encodeURIComponent).join('/');

/** Where our pages are on the web, ending in a slash; null until they are: a link that leads nowhere is worse than none. */
const DOCS_HOME: string | null = null;
