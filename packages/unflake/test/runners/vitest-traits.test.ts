/** Blocks, hooks, whole files and workers under a Vitest that runs on every Node. */
import { javascriptTraits } from './javascript-traits.ts';
import { vitestTraits } from './vitest-traits.ts';

javascriptTraits(vitestTraits('4.1.11'));
