/** Runs sequential steps in order in their shared environment. The first that does not pass ends the chain. */
import { SEQUENTIAL } from '../../../testbed/names.ts';
import type { SuiteStep } from '../../../testbed/step.ts';
import { holding } from './holding.ts';
import { readyChain } from './ready-chain.ts';
import { notRun, runStep } from './run-step.ts';
import type { Session } from './session.ts';

/** `wanted` in order. */
export async function runChain(session: Session, wanted: readonly SuiteStep[]): Promise<void> {
  if (wanted.length === 0) return;
  await holding(session, SEQUENTIAL, { names: [], fds: [] }, async (held) => {
    let blocked: string | null = null;
    const ran = () =>
      new Set(session.results.filter(({ environment }) => environment === SEQUENTIAL).map(({ step }) => step));
    for (const step of wanted) {
      if (session.context.signal.aborted) blocked ??= 'it was interrupted';
      // It may have run already in this chain, as a prerequisite of another step.
      if (blocked === null && ran().has(step.name)) continue;
      const request = { environment: SEQUENTIAL, step: step.name, orderedAs: step.name };
      blocked ??= await readyChain(session, request, held);
      if (blocked !== null) {
        if (!ran().has(step.name)) notRun(session, step, SEQUENTIAL, blocked);
        continue;
      }
      const { outcome } = await runStep(session, step, SEQUENTIAL, held);
      if (outcome !== 'passed') blocked = `${step.name} did not pass`;
    }
  });
}
