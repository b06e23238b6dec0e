import { cold } from '../../src/engine/launchers/cold.ts';
import { compiled } from '../../src/engine/launchers/compiled.ts';
import { launcherContract } from '../contract/launcher.ts';

launcherContract(cold);
launcherContract(compiled);
