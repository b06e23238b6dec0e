/** cargo test of the Rust on this machine, held to the contract of runners, as it is and with programs that are built once. */
import { runnerContract } from '../contract/runner.ts';
import { builtOnce } from './built-once.ts';
import { cargoArm } from './cargo-arm.ts';

runnerContract(cargoArm);
runnerContract(builtOnce(cargoArm));
