/** Tests × arms: in each cell how often the test failed under the arm. The number says what the colour says. */
import type { Count } from '../../../unflake/src/contract/evidence.ts';
import { fraction } from '../../../unflake/src/text/rate.ts';
import { useCell } from '../live/cell.ts';
import { TestName } from '../parts/text.tsx';
import { addressOf, route } from '../route.ts';

export interface HeatRow {
  readonly test: string;
  readonly arms: readonly (Count & { readonly arm: string })[];
}

interface HeatMapProps {
  readonly rows: readonly HeatRow[];
  /** Those that had a round; others follow as rows name them. */
  readonly arms: readonly string[];
  /** All tests that could be shown. */
  readonly total: number;
}

/** A person reads no more at once; the table of flaky tests has all of them, in pages. */
const MAX_ROWS = 60;

export function HeatMap({ rows, arms: known, total }: HeatMapProps) {
  const keep = { root: useCell(route).query.root ?? null };
  const arms = [...new Set([...known, ...rows.flatMap((one) => one.arms.map(({ arm }) => arm))])];
  const shown = rows.slice(0, MAX_ROWS);
  return (
    <>
      <section class="scroll" aria-label="Failures by test and arm" tabIndex={0}>
        <table class="heat">
          <thead>
            <tr>
              <th scope="col">Test</th>
              {arms.map((arm) => (
                <th key={arm} scope="col">
                  {arm}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((one) => (
              <tr key={one.test}>
                <th scope="row">
                  <a href={addressOf(['tests', one.test], keep)} data-row>
                    <TestName id={one.test} />
                  </a>
                </th>
                {arms.map((arm) => (
                  <Cell key={arm} count={one.arms.find((count) => count.arm === arm)} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p class="quiet small">
        Failed of all runs of the test under the arm.
        {total > shown.length ? ` The first ${shown.length} of ${total} tests.` : ''}
      </p>
    </>
  );
}

function Cell({ count }: { readonly count: Count | undefined }) {
  if (count === undefined || count.runs === 0) return <td class="h0">–</td>;
  return <td class={levelOf(count)}>{fraction(count)}</td>;
}

function levelOf({ failures, runs }: Count): string {
  if (failures === 0) return '';
  const rate = failures / runs;
  if (rate < 0.1) return 'h1';
  return rate < 0.5 ? 'h2' : 'h3';
}
