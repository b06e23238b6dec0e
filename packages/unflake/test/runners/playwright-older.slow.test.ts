/** The oldest Playwright Test that we promise keeps the contract of runners. */
import { runnerContract } from '../contract/runner.ts';
import { playwrightArm } from './playwright-arm.ts';

runnerContract(playwrightArm('1.40.1', 'older'));
