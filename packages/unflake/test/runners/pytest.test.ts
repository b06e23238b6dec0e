/** The newest pytest, with the plugins that retry, shuffle and distribute, held to the contract of runners. */
import { runnerContract } from '../contract/runner.ts';
import { pytestArm } from './pytest-arm.ts';

const TOOLS = { pytest: '9.0.3', 'pytest-rerunfailures': '16.1', 'pytest-xdist': '3.8.0', 'pytest-randomly': '4.0.1' };

runnerContract(pytestArm(TOOLS, 'newest'));
