/** The oldest Vitest that we promise keeps the contract of runners. */
import { runnerContract } from '../contract/runner.ts';
import { vitestArm } from './vitest-arm.ts';

runnerContract(vitestArm('1.3.1', 'older', async () => process.execPath));
