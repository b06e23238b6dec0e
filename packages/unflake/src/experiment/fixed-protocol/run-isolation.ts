/** The isolation of the fixed protocol: five runs alone, then five in the suite, and its decision table. */
import type { FixedIsolation } from '../../contract/fixed-protocol-finding.ts';
import type { Arm } from '../findings.ts';
import { rowText, tableRow } from '../isolate/table-row.ts';
import { ask, type Plan } from '../plan.ts';
import type { FixedProtocolOptions } from './fixed-protocol-options.ts';
import { markedRuns } from './marked-runs.ts';

const RUNS = 5;

export function* runIsolation({ target, alone, suite }: FixedProtocolOptions): Plan<FixedIsolation> {
  const five = (arm: Arm) => ({
    phase: 'isolate' as const,
    doing: `running the test 5 times: ${arm.name}`,
    why: 'the isolation of the fixed protocol',
    trials: Array.from({ length: RUNS }, () => arm.make()),
  });
  const isolated = markedRuns(yield* ask(five(alone)), target);
  const inSuite = markedRuns(yield* ask(five(suite)), target);
  const count = ({ passed, failed }: { passed: number; failed: number }) => ({
    failures: failed,
    runs: passed + failed,
  });
  const row = tableRow(count(isolated), count(inSuite));
  return { isolated, inSuite, row: rowText(row), next: row.next };
}
