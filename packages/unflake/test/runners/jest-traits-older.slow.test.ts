/** Blocks, hooks, whole files and workers under an earlier Jest. */
import { javascriptTraits } from './javascript-traits.ts';
import { jestTraits } from './jest-traits.ts';

javascriptTraits(jestTraits('29.7.0', '// Jest Snapshot v1, https://goo.gl/fbAQLP'));
