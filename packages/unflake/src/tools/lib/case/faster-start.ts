/** How reports name the faster start of a runner where it was not used. */
import type { RunnerAdapter } from '../../../contract/runner.ts';

export const fasterStart = ({ compiled }: RunnerAdapter): string => compiled?.called ?? 'keeping the runner loaded';
