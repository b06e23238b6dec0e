/** The graph of steps: the transitive prerequisites of a step, each once and in order, and the detection of cycles. */
import { UnflakeError } from '../contract/faults.ts';
import { AFTER, byName, FOUNDATION, isShared } from './names.ts';
import type { SuiteStep } from './step.ts';

export interface StepGraph {
  /** Foundation first, then sequential steps by name, then independent ones by name. */
  readonly steps: readonly SuiteStep[];
  readonly find: (name: string) => SuiteStep | undefined;
  /** Sequential prerequisites of a step, transitively, in order, without the step itself and without the foundation. */
  readonly before: (name: string) => readonly SuiteStep[];
  /** Sequential steps that run after this one; none for other kinds. */
  readonly later: (name: string) => ReadonlySet<string>;
}

/** The environment that an independent step starts from; null for the foundation. */
export function baseOf(graph: StepGraph, { name }: Pick<SuiteStep, 'name'>): string | null {
  const last = graph.before(name).at(-1);
  return last === undefined ? null : `${AFTER}${last.name}`;
}

const KINDS = ['foundation', 'sequential', 'independent'];

/** Refuses duplicate names, prerequisites that do not exist or are not allowed, and cycles. */
export function stepGraph(given: readonly SuiteStep[], order: 'by name' | 'as listed' = 'by name'): StepGraph {
  const sorted = order === 'by name' ? [...given].sort((a, b) => byName(a.name, b.name)) : given;
  const steps = [...sorted].sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
  const byNames = new Map<string, SuiteStep>();
  for (const step of steps) {
    if (byNames.has(step.name)) throw bad(step.name, 'there are two steps of this name');
    byNames.set(step.name, step);
  }
  checkEnvironments(steps);
  for (const step of steps) checkPrerequisites(step, byNames);
  const cycle = findCycle(steps, byNames);
  if (cycle !== null) {
    throw new UnflakeError('ENV_CYCLE', `the steps depend on each other: ${cycle.join(' → ')}`, { cycle });
  }
  const chain = steps.filter(({ kind }) => kind === 'sequential').map(({ name }) => name);
  for (const step of steps) checkOrder(step, chain);
  return {
    steps,
    find: (name) => byNames.get(name),
    before: (name) => {
      const needed = closure(name, byNames);
      return steps.filter((step) => step.kind === 'sequential' && needed.has(step.name));
    },
    later: (name) => new Set(laterThan(name, byNames.get(name)?.kind, chain)),
  };
}

function laterThan(name: string, kind: SuiteStep['kind'] | undefined, chain: readonly string[]): readonly string[] {
  // In a shared environment every numbered step runs after the foundation.
  if (kind === 'foundation' || name === FOUNDATION) return chain;
  return kind === 'sequential' ? chain.slice(chain.indexOf(name) + 1) : [];
}

/** Independent steps share with no other step. */
function checkEnvironments(steps: readonly SuiteStep[]): void {
  const taken = new Map<string, string>();
  // A config file may name sequential steps without a number.
  const bases = new Set(steps.filter(({ kind }) => kind === 'sequential').map(({ name }) => `${AFTER}${name}`));
  for (const { name, kind, environment } of steps) {
    if (kind !== 'independent') continue;
    if (isShared(environment) || bases.has(environment)) {
      throw bad(name, `its environment cannot be \`${environment}\`, which others share`);
    }
    const other = taken.get(environment);
    if (other !== undefined) throw bad(name, `its environment \`${environment}\` is also that of \`${other}\``);
    taken.set(environment, name);
  }
}

function checkPrerequisites(step: SuiteStep, all: ReadonlyMap<string, SuiteStep>): void {
  for (const name of step.after) {
    if (name === FOUNDATION) continue;
    const needed = all.get(name);
    if (needed === undefined) throw bad(step.name, `it names the prerequisite \`${name}\`, but there is no such step`);
    if (needed.kind === 'independent') {
      throw bad(step.name, `it names the prerequisite \`${name}\`, which is independent and shares no state`);
    }
  }
}

/** Running it would make the environment dirty for the step that needs it, again and again. */
function checkOrder({ name, kind, after }: SuiteStep, chain: readonly string[]): void {
  const late = after.find((needed) => kind === 'sequential' && chain.indexOf(needed) > chain.indexOf(name));
  if (late !== undefined) throw bad(name, `it names the prerequisite \`${late}\`, which runs after it`);
}

function closure(name: string, all: ReadonlyMap<string, SuiteStep>): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (at: string) => {
    for (const needed of all.get(at)?.after ?? []) {
      if (found.has(needed)) continue;
      found.add(needed);
      visit(needed);
    }
  };
  visit(name);
  found.delete(name);
  return found;
}

/** The first cycle, with its start repeated at the end. */
function findCycle(steps: readonly SuiteStep[], all: ReadonlyMap<string, SuiteStep>): readonly string[] | null {
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (name: string): readonly string[] | null => {
    const at = path.indexOf(name);
    if (at >= 0) return [...path.slice(at), name];
    if (done.has(name)) return null;
    path.push(name);
    for (const needed of all.get(name)?.after ?? []) {
      const cycle = visit(needed);
      if (cycle !== null) return cycle;
    }
    path.pop();
    done.add(name);
    return null;
  };
  for (const { name } of steps) {
    const cycle = visit(name);
    if (cycle !== null) return cycle;
  }
  return null;
}

function bad(step: string, why: string): UnflakeError {
  return new UnflakeError('ENV_BAD_STEP', `the step \`${step}\`: ${why}`, { step, why });
}
