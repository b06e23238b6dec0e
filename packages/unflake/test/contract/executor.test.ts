import { local } from '../../src/engine/executors/local.ts';
import { executorContract } from './executor.ts';

executorContract({ name: 'local', open: (jobs) => local({ jobs }) });
