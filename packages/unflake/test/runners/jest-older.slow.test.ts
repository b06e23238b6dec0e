/** The oldest Jest that we promise keeps the contract of runners. Before 27 Jest's own test runner is jest-jasmine2. */
import { runnerContract } from '../contract/runner.ts';
import { jestArm } from './jest-arm.ts';

runnerContract(jestArm('24.7.0', 'older', { 'jest.config.js': "module.exports = { testEnvironment: 'node' };" }));
