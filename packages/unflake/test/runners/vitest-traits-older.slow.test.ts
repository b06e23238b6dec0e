/** Blocks, hooks, whole files and workers under earlier versions of Vitest. */
import { javascriptTraits } from './javascript-traits.ts';
import { vitestTraits } from './vitest-traits.ts';

for (const version of ['3.2.7', '1.3.1']) javascriptTraits(vitestTraits(version));
