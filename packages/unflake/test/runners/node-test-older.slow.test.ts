/** node:test of a Node between the newest and the one that runs us, held to the contract of runners. */
import { nodeVersion } from '../../../../scripts/toolchains/node.mjs';
import { runnerContract } from '../contract/runner.ts';
import { nodeTestArm } from './node-test-arm.ts';

runnerContract(nodeTestArm('22.23.3', 'older', () => nodeVersion('22.23.3')));
