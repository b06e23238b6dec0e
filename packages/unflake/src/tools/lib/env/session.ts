/** What one `env run` knows while it is at work: its testbed, what it may use, and what has come of it so far. */
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
  /** Steps that somebody asked for, by name. */
  readonly asked: ReadonlySet<string>;
  /** Grow while the run goes on. */
  readonly results: StepResult[];
  readonly rebuilt: Rebuilt[];
  foundation: EnvRunResult['foundation'];
}

/** Environments that this run holds at this point, and the open lock files. */
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

/** What takes less is over before it is read. */
export const WORTH_SAYING_MS = 1_000;

export function sayCopied(session: Pick<Session, 'context'>, text: string, ms: number): void {
  if (ms >= WORTH_SAYING_MS) sayStep(session, 'copy', text, ms);
}

/** What is left of the steps that were asked for, by their last times; null when none is known, or nothing worth saying. */
export function leftMs({ asked, results, times, testbed, jobs }: Session): number | null {
  const done = new Set(results.map(({ step }) => step));
  const open = testbed.graph.steps.filter(({ name }) => asked.has(name) && !done.has(name) && times.has(name));
  if (open.length === 0) return null;
  const sum = (kinds: readonly string[]) =>
    open.filter(({ kind }) => kinds.includes(kind)).reduce((ms, { name }) => ms + times.get(name)!, 0);
  // Sequential steps wait for each other, whatever the number of jobs.
  const ms = Math.max(sum(['foundation', 'sequential']), sum(['foundation', 'sequential', 'independent']) / jobs);
  return ms < WORTH_SAYING_MS ? null : ms;
}
