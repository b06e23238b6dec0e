/** A hunt while it runs: what failed under which arm so far, where the time went, and which pairs are covered. */
import type { HuntProgress } from '../../../unflake/src/contract/hunt.ts';
import { plural } from '../../../unflake/src/text/plural.ts';
import { HeatMap } from './heat-map.tsx';
import { Pairs, TimeByArm } from './hunt-parts.tsx';

export function HuntProgressView({ progress }: { readonly progress: HuntProgress }) {
  const { tests, failing, arms, rounds, flaky, coverage } = progress;
  return (
    <>
      <section class="card" aria-label="Failures so far">
        <h2>
          {flaky} flaky, {plural(failing, 'test')} failed in {plural(rounds, 'round')}
        </h2>
        {tests.length === 0 ? (
          <p class="quiet">Nothing failed yet.</p>
        ) : (
          <HeatMap rows={tests} arms={arms.map(({ arm }) => arm)} total={failing} />
        )}
      </section>
      <div class="cards">
        <TimeByArm rounds={arms} />
        <Pairs coverage={coverage} />
      </div>
    </>
  );
}
