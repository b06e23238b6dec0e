/** The newest Jest keeps the contract of runners. */
import { runnerContract } from '../contract/runner.ts';
import { jestArm } from './jest-arm.ts';

runnerContract(jestArm('30.5.2', 'newest', {}));
