/** How the CPU time of this machine was spent since it started, and which share of it the host of a virtual machine took (steal time). */
import { procText } from './read-proc.ts';

/** In ticks of the kernel, over all CPUs. */
export interface CpuTimes {
  /** Wanted by programs or the kernel, and given to them. */
  readonly given: number;
  /** Wanted, but the host ran something else. */
  readonly stolen: number;
}

/** The kernel counts in ticks of 10 ms, so less than this may be rounding. */
const MIN_STOLEN_TICKS = 2;
const DIGITS = 100;

/** Undefined where the kernel does not say. */
export function cpuTimes(): CpuTimes | undefined {
  return parseCpuTimes(procText('/proc/stat') ?? '');
}

/** Its first line: `cpu  user nice system idle iowait irq softirq steal guest guest_nice`. Guests are counted as users, too. */
export function parseCpuTimes(stat: string): CpuTimes | undefined {
  const ticks = /^cpu +(\d[\d ]*)$/m.exec(stat)?.[1]?.split(' ').map(Number);
  if (ticks === undefined || ticks.length < 8) return undefined;
  const [user, nice, system, _idle, _iowait, irq, softirq, stolen] = ticks as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  return { given: user + nice + system + irq + softirq, stolen };
}

/** Of the CPU time that was wanted between two moments, the share that the host took, to the percent; 0 for too little to say. */
export function stolenShare(before: CpuTimes | undefined, after: CpuTimes | undefined): number {
  if (before === undefined || after === undefined) return 0;
  const stolen = after.stolen - before.stolen;
  const given = Math.max(0, after.given - before.given);
  return stolen < MIN_STOLEN_TICKS ? 0 : Math.round((DIGITS * stolen) / (stolen + given)) / DIGITS;
}
