/** Time as an argument: the clock that code takes, the real one, and test clocks. */
export { type InstalledGlobals, installGlobals } from './clock/install-globals.ts';
export { SharedClock } from './clock/shared-clock.ts';
export { type Clock, type SleepOptions, systemClock, type Timer } from './clock/system-clock.ts';
export { type RunOptions, TestClock, type TestClockOptions } from './clock/test-clock.ts';
