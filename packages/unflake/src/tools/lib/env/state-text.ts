/** Why an environment is in its state, in plain words. */
import type { EnvironmentState } from '../../../testbed/environment-state.ts';

export function stateWords(state: EnvironmentState, step: string): string {
  switch (state.state) {
    case 'absent':
      return 'it does not exist yet';
    case 'locked':
      return 'another run uses it';
    case 'foreign':
      return `it was not built by this version of unflake: ${state.why}`;
    case 'stale':
      return 'the inputs of the foundation have changed since';
    case 'dirty':
      return dirtyWords(state, step);
    case 'clean':
      return 'every step that started there is complete';
    default:
      return state satisfies never;
  }
}

function dirtyWords(
  { step: other, because, pid }: Extract<EnvironmentState, { state: 'dirty' }>,
  step: string,
): string {
  if (because === 'later') return `${other} has run there, and runs after ${step}`;
  return pid === null
    ? `${other} started there and did not complete; its process is gone`
    : `${other} started there and did not complete; process ${pid} is running it`;
}
