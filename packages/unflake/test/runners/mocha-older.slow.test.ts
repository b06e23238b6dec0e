/** The oldest Mocha that we promise keeps the contract of runners. */
import { runnerContract } from '../contract/runner.ts';
import { mochaArm } from './mocha-project.ts';

runnerContract(mochaArm('5.2.0', 'older'));
