/** The list of knobs. A new one is a file of its own and a line here. */
import type { Knob } from '../contract/knob.ts';
import { cpu } from './cpu.ts';
import { workers } from './workers.ts';

export const KNOBS: readonly Knob[] = [workers, cpu];
