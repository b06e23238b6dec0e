/** What `hunt` and `certify` tell about single tests, for formats that list findings. */
import type { TestPlace } from '../../contract/hunt.ts';
import { TOOLING_VERSION } from '../../contract/versions.ts';
import { property, value } from './scan-github.ts';
import { artifact, SCHEMA } from './scan-sarif.ts';

/** By the name of the status. */
export type ToldStatuses = Readonly<Record<string, { readonly level: 'error' | 'warning'; readonly text: string }>>;

export interface ToldTest {
  readonly test: string;
  readonly status: string;
  readonly place: TestPlace | null;
  readonly text: string;
  /** It shows the failure. */
  readonly command: string | null;
}

export interface ToldTests {
  readonly tool: 'hunt' | 'certify';
  readonly statuses: ToldStatuses;
  readonly tests: readonly ToldTest[];
  readonly summary: string;
}

/** Annotations of a GitHub workflow, each on the line of its test. */
export function asAnnotations({ tool, statuses, tests, summary }: ToldTests): string {
  const found = tests.map(({ test, status, place, text, command }) => {
    const at = place === null ? '' : `file=${property(place.file)},line=${place.line},`;
    const words = `${test} is ${status}: ${text}${command === null ? '' : `\n${command}`}`;
    return `::${statuses[status]!.level} ${at}title=${property(`${tool}: ${status}`)}::${value(words)}\n`;
  });
  return [...found, `::notice title=${tool}::${value(summary)}\n`].join('');
}

/** SARIF 2.1.0, for code scanning. A test validates it against the schema. */
export function asSarif({ tool, statuses, tests, summary }: ToldTests): string {
  const names = Object.keys(statuses);
  const rules = Object.entries(statuses).map(([status, { level, text }]) => ({
    id: `${tool}/${status}`,
    shortDescription: { text },
    defaultConfiguration: { level },
  }));
  const results = tests.map(({ test, status, place, text, command }) => ({
    ruleId: `${tool}/${status}`,
    ruleIndex: names.indexOf(status),
    level: statuses[status]!.level,
    message: { text: `${test}: ${text}${command === null ? '' : `; ${command}`}` },
    ...(place === null ? {} : { locations: [locationOf(place)] }),
  }));
  const notification = { level: 'note', message: { text: summary } };
  const log = {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'unflake', version: TOOLING_VERSION, rules } },
        invocations: [{ executionSuccessful: true, toolExecutionNotifications: [notification] }],
        results,
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

const locationOf = ({ file, line }: TestPlace) => ({
  physicalLocation: { artifactLocation: artifact(file), region: { startLine: line } },
});
