/** The state of an environment for a step that is about to run in it, by the table of the design page. */

import type { Markers } from './markers.ts';
import type { Provenance } from './provenance.ts';

/** What is on disk. */
export interface DiskState {
  readonly exists: boolean;
  /** Another process holds the lock. */
  readonly held: boolean;
  readonly provenance: { readonly provenance: Provenance } | { readonly provenance: null; readonly why: string };
  readonly markers: Markers;
}

export interface StateQuery {
  /** True if a step of this name can exist in this suite. */
  readonly known: (step: string) => boolean;
  /** Steps that run after the one in question. */
  readonly later: ReadonlySet<string>;
  /** The current hash of the foundation's inputs. */
  readonly inputs: string;
}

export type EnvironmentState =
  | { readonly state: 'absent' }
  | { readonly state: 'locked' }
  | { readonly state: 'foreign'; readonly why: string; readonly marker: string }
  | { readonly state: 'stale'; readonly was: string; readonly now: string }
  | {
      readonly state: 'dirty';
      readonly step: string;
      /** A step has started and not completed, or a later step has run. */
      readonly because: 'incomplete' | 'later';
      readonly marker: string;
      /** The living process that its marker names; null if it is dead. */
      readonly pid: number | null;
    }
  | { readonly state: 'clean' };

export type StateName = EnvironmentState['state'];

export function environmentState(
  { exists, held, provenance, markers }: DiskState,
  query: StateQuery,
): EnvironmentState {
  if (!exists) return { state: 'absent' };
  if (held) return { state: 'locked' };
  if (provenance.provenance === null) return { state: 'foreign', why: provenance.why, marker: '.made' };
  const strange = markers.started.find((step) => !query.known(step));
  if (strange !== undefined) {
    return { state: 'foreign', why: `\`${strange}\` is not a valid step name`, marker: `.start-${strange}` };
  }
  const { inputs } = provenance.provenance;
  if (inputs !== query.inputs) return { state: 'stale', was: inputs, now: query.inputs };
  return pollution(markers, query.later) ?? { state: 'clean' };
}

/** Invariant 2 of the contract, in both directions: dirty if and only if a step is incomplete, or a later one has run. */
export function pollution(
  { started, complete, running }: Markers,
  later: ReadonlySet<string>,
): Extract<EnvironmentState, { state: 'dirty' }> | null {
  const dirty = (step: string, because: 'incomplete' | 'later') =>
    ({ state: 'dirty', step, because, marker: `.start-${step}`, pid: running.get(step) ?? null }) as const;
  const incomplete = started.find((step) => !complete.has(step));
  if (incomplete !== undefined) return dirty(incomplete, 'incomplete');
  const after = started.find((step) => later.has(step));
  return after === undefined ? null : dirty(after, 'later');
}
