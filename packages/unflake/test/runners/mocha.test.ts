/** The newest Mocha keeps the contract of runners. */
import { runnerContract } from '../contract/runner.ts';
import { mochaArm } from './mocha-project.ts';

runnerContract(mochaArm('12.0.3', 'newest'));
