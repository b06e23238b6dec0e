/** The state of one `env run`: its testbed, its limits, and its results so far. */
import type { Emit } from '../../../contract/events.ts';
import type { TrialWorkspace } from '../../../engine/trial-workspace.ts';
import type { Times } from '../../../testbed/times.ts';
import type { ToolContext } from '../tool.ts';
import type { Testbed } from './open-testbed.ts';
import type { EnvRunResult, Rebuilt, StepResult } from './results.ts';

export interface Session {
  readonly testbed: Testbed;
  readonly workspace: TrialWorkspace;
  readonly context: ToolContext;
  readonly jobs: number;
  readonly waitMs: number;
  readonly timeBoxMs: number;
  /** From before this run. */
  readonly times: Times;
  /** Steps that were requested, by name. */
  readonly asked: ReadonlySet<string>;
  /** Filled while the run continues. */
  readonly results: StepResult[];
  readonly rebuilt: Rebuilt[];
  foundation: EnvRunResult['foundation'];
}

/** Environments that this run holds now, and the open lock files. */
export interface HeldLocks {
  readonly names: readonly string[];
  readonly fds: readonly number[];
}

type Doing = Parameters<Emit>[0] extends infer Event ? Extract<Event, { type: 'environment' }> : never;

export function sayStep(
  { context }: Pick<Session, 'context'>,
  label: Doing['label'],
  text: string,
  ms: number | null = null,
): void {
  context.emit({ type: 'environment', label, text, ms });
}

/** A shorter wait is over before the message is read. */
export const WORTH_SAYING_MS = 1_000;

export function sayCopied(session: Pick<Session, 'context'>, text: string, ms: number): void {
  if (ms >= WORTH_SAYING_MS) sayStep(session, 'copy', text, ms);
}

/** The remaining time of the requested steps, by their last durations; null if none is known or it is short. */
export function leftMs({ asked, results, times, testbed, jobs }: Session): number | null {
  const done = new Set(results.map(({ step }) => step));
  const open = testbed.graph.steps.filter(({ name }) => asked.has(name) && !done.has(name) && times.has(name));
  if (open.length === 0) return null;
  const sum = (kinds: readonly string[]) =>
    open.filter(({ kind }) => kinds.includes(kind)).reduce((ms, { name }) => ms + times.get(name)!, 0);
  // Sequential steps run one after the other, whatever the number of jobs.
  const ms = Math.max(sum(['foundation', 'sequential']), sum(['foundation', 'sequential', 'independent']) / jobs);
  return ms < WORTH_SAYING_MS ? null : ms;
}
