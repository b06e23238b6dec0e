/** The rules for Python. */
import type { Rule } from '../rule.ts';
import { nameFromClock } from './name-from-clock.ts';
import { sleepAsSynchronisation } from './sleep-as-synchronisation.ts';
import { unseededDice } from './unseeded-dice.ts';
import { wallClock } from './wall-clock.ts';

export const PYTHON: readonly Rule[] = [wallClock, nameFromClock, unseededDice, sleepAsSynchronisation];
