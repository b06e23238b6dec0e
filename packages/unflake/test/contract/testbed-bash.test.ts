import { testbedContract } from './testbed.ts';
import { bashArm } from './testbed-bash.ts';
import { typescriptArm } from './testbed-typescript.ts';

testbedContract(bashArm, bashArm);
testbedContract(bashArm, typescriptArm);
testbedContract(typescriptArm, bashArm);
