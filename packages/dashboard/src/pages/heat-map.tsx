/** Tests × arms: in each cell how often the test failed under the arm. The number says what the colour says. */
import type { ArmCount, HuntResult } from '../../../unflake/src/contract/hunt.ts';
import { fraction } from '../../../unflake/src/text/rate.ts';
import { TestName } from '../parts/text.tsx';

/** A person reads no more at once; the table of flaky tests has all of them, in pages. */
const MAX_ROWS = 60;

export function HeatMap({ hunt: { flaky, rounds } }: { readonly hunt: HuntResult }) {
  const arms = [
    ...new Set([...rounds.map(({ arm }) => arm), ...flaky.flatMap((one) => one.arms.map(({ arm }) => arm))]),
  ];
  const shown = flaky.slice(0, MAX_ROWS);
  if (shown.length === 0) return <p class="quiet">No test was shown to be flaky.</p>;
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
                  <TestName id={one.test} />
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
        {flaky.length > MAX_ROWS ? ` The first ${MAX_ROWS} of ${flaky.length} tests.` : ''}
      </p>
    </>
  );
}

function Cell({ count }: { readonly count: ArmCount | undefined }) {
  if (count === undefined || count.runs === 0) return <td class="h0">–</td>;
  return <td class={levelOf(count)}>{fraction(count)}</td>;
}

function levelOf({ failures, runs }: ArmCount): string {
  if (failures === 0) return '';
  const rate = failures / runs;
  if (rate < 0.1) return 'h1';
  return rate < 0.5 ? 'h2' : 'h3';
}
