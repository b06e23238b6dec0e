/** How a screening ends. */
import type { Tally } from '../findings.ts';
import type { ScreenHypothesis } from './hypotheses.ts';
import type { Proof } from './proof.ts';

/** How a screening ended; `unresolved` until it has. */
export interface ScreenEnd {
  readonly kind: 'proved' | 'control-fails' | 'none' | 'unresolved';
  readonly hypothesis: ScreenHypothesis | null;
  readonly proof: Proof | null;
  readonly control: Tally | null;
}
