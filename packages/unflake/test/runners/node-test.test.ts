/** node:test of the newest Node and of the Node that runs us, held to the contract of runners. */
import { NODE_VERSIONS, nodeVersion } from '../../../../scripts/toolchains/node.mjs';
import { runnerContract } from '../contract/runner.ts';
import { nodeTestArm } from './node-test-arm.ts';

const newest = NODE_VERSIONS.at(-1)!;
runnerContract(nodeTestArm(newest, 'newest', () => nodeVersion(newest)));
runnerContract(nodeTestArm(process.versions.node, 'older', async () => process.execPath));
