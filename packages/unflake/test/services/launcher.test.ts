import { cold } from '../../src/engine/launchers/cold.ts';
import { compiled } from '../../src/engine/launchers/compiled.ts';
import { runCommand } from '../../src/engine/process/run-command.ts';
import { startGuarded } from '../../src/engine/process/start-guarded.ts';
import { startProcess } from '../../src/engine/process/start-process.ts';
import { launcherContract } from '../contract/launcher.ts';

launcherContract(cold);
launcherContract(compiled);
/** What is used for a process that waits at a gate or holds locks, and where there is no C compiler. */
launcherContract({
  ...cold,
  name: 'cold (guard started by Node)',
  launch: (command, options) => runCommand(command, { ...options, start: startGuarded }),
});
launcherContract({
  ...cold,
  name: 'cold (Node alone)',
  launch: (command, options) => runCommand(command, { ...options, start: startProcess }),
});
