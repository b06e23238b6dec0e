/** Chooses the launcher while the case is opened, and notes what stands outside before anything of the suite runs. */
import { chooseLauncher, type Launch, type LaunchRequest } from '../../../engine/launchers/choose-launcher.ts';
import { type OutsideWatch, watchOutside } from '../../../engine/outside/watch-outside.ts';
import type { Subject } from '../../../engine/subject/subject.ts';
import { timedPart } from '../../../engine/timed-part.ts';
import type { TrialWorkspace } from '../../../engine/trial-workspace.ts';

/** Chosen while the case is opened: building programs takes long, and so does starting a process ahead. */
export interface LaunchAhead extends AsyncDisposable {
  readonly launch: Promise<Launch>;
  /** Begins before anything of the suite runs. */
  readonly outside: OutsideWatch;
}

export function launchAhead(subject: Subject, workspace: TrialWorkspace, request: LaunchRequest): LaunchAhead {
  const outside = watchOutside(subject, workspace);
  const launch = timedPart('choosing a launcher', () => chooseLauncher(subject, workspace, request));
  const end = launch.then(
    ({ close }) => close,
    // Reported to whoever awaits the launch.
    () => async () => {},
  );
  return { launch, outside, [Symbol.asyncDispose]: async () => (await end)() };
}
