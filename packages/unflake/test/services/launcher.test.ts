import { cold } from '../../src/engine/launchers/cold.ts';
import { launcherContract } from '../contract/launcher.ts';

launcherContract(cold);
