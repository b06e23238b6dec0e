/** `3 of 20`, for sentences about failures. */
import type { Count } from '../../contract/evidence.ts';

export const formatCount = ({ failures, runs }: Count): string => `${failures} of ${runs}`;
