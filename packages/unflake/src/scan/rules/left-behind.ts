/** What the kinds about things that outlive their test ask of every call: is it released, is it restored. */
import { semanticsOf } from '../semantics/index.ts';
import type { Release } from '../semantics/semantics.ts';
import type { Call } from './rule.ts';

type Asks = (place: Pick<Call, 'node' | 'file'>) => boolean;

/** Nobody lets go of what the call makes. */
export const notReleased =
  (by: Release): Asks =>
  ({ node, file }) =>
    !semanticsOf(file).isReleased(node, file, by);

/** Nobody puts back what is changed. */
export const notRestored =
  (again: RegExp, guards?: RegExp): Asks =>
  ({ node, file }) =>
    !semanticsOf(file).isRestored(node, file, again, guards);
