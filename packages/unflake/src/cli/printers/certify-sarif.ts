/** `certify` as SARIF 2.1.0: the tests that are not certified, for code scanning. A test validates it against the schema. */
import type { Certificate, CertificateStatus, CertifyResult } from '../../contract/certificate.ts';
import { TOOLING_VERSION } from '../../contract/versions.ts';
import { certificateText, certifySummary } from './certify-words.ts';
import { artifact, SCHEMA } from './scan-sarif.ts';

type Shown = Exclude<CertificateStatus, 'certified'>;

const RULES: readonly { readonly status: Shown; readonly level: 'error' | 'warning'; readonly text: string }[] = [
  { status: 'flaky', level: 'error', text: 'The test failed again where it had failed, and passed elsewhere.' },
  { status: 'broken', level: 'error', text: 'The test failed in every run.' },
  { status: 'undecided', level: 'warning', text: 'The test could not be certified.' },
];

export function certifySarif(result: CertifyResult): string {
  const log = {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'unflake',
            version: TOOLING_VERSION,
            rules: RULES.map(({ status, level, text }) => ({
              id: `certify/${status}`,
              shortDescription: { text },
              defaultConfiguration: { level },
            })),
          },
        },
        invocations: [
          {
            executionSuccessful: true,
            toolExecutionNotifications: [{ level: 'note', message: { text: certifySummary(result) } }],
          },
        ],
        results: result.certificates.flatMap(resultOf),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function resultOf(one: Certificate) {
  const ruleIndex = RULES.findIndex(({ status }) => status === one.status);
  const rule = RULES[ruleIndex];
  if (rule === undefined) return [];
  const command = one.flaky === null ? '' : `; ${one.flaky.reproduce.fails}`;
  return [
    {
      ruleId: `certify/${rule.status}`,
      ruleIndex,
      level: rule.level,
      message: { text: `${one.test}: ${certificateText(one)}${command}` },
      ...(one.place === null
        ? {}
        : {
            locations: [
              {
                physicalLocation: { artifactLocation: artifact(one.place.file), region: { startLine: one.place.line } },
              },
            ],
          }),
    },
  ];
}
