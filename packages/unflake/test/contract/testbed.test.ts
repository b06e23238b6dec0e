import { testbedContract } from './testbed.ts';
import { typescriptArm } from './testbed-typescript.ts';

testbedContract(typescriptArm, typescriptArm);
