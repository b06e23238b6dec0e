/** A new process for each trial: always available, and the reference for every other launcher. */
import { runCommand } from '../process/run-command.ts';
import type { Launcher } from './launcher.ts';

export const cold: Launcher = { name: 'cold', keeps: 'nothing', launch: runCommand };
