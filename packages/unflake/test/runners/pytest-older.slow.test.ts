/** pytest of the two major versions before, with the plugins that retry, shuffle and distribute, held to the contract of runners. */
import { runnerContract } from '../contract/runner.ts';
import { pytestArm } from './pytest-arm.ts';

for (const tools of [
  { pytest: '8.4.2', 'pytest-rerunfailures': '15.1', 'pytest-xdist': '3.6.1', 'pytest-random-order': '1.1.1' },
  { pytest: '7.2.1', 'pytest-rerunfailures': '10.2', 'pytest-xdist': '3.1.0' },
])
  runnerContract(pytestArm(tools, 'older'));
