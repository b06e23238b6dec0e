/** Starts a process in the way that costs least here: by the starter that all trials of this unflake share. */

import type { StartProcess } from './start-process.ts';
import { openStarter, type Starter } from './starter.ts';

let starter: Starter | undefined;

export const startProgram: StartProcess = (command, env, descriptors, runs) => {
  starter ??= openStarter();
  return starter.start(command, env, descriptors, runs);
};
