/** The newest Vitest keeps the contract of runners; it does not run on Node 20. */
import { nodeVersion } from '../../../../scripts/toolchains/node.mjs';
import { runnerContract } from '../contract/runner.ts';
import { vitestArm } from './vitest-arm.ts';

runnerContract(vitestArm('5.1.0', 'newest', () => nodeVersion('22.23.3')));
