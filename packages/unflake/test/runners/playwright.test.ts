/** The newest Playwright Test keeps the contract of runners. */
import { runnerContract } from '../contract/runner.ts';
import { playwrightArm } from './playwright-arm.ts';

runnerContract(playwrightArm('1.65.1', 'newest'));
