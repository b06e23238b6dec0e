/** go test of the Go on this machine, held to the contract of runners, as it is and with programs that are built once. */
import { runnerContract } from '../contract/runner.ts';
import { builtOnce } from './built-once.ts';
import { goArm } from './go-arm.ts';

runnerContract(goArm);
runnerContract(builtOnce(goArm));
