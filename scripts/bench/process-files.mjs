/** What /proc says of processes, for benchmarks that look for those which unflake has left. */
import { readdirSync, readFileSync } from 'node:fs';

export function processes() {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .sort();
}

/** Pid and start time of the processes that unflake itself started. */
export function childrenOf(unflake) {
  return new Set(
    processes()
      .filter((name) => statOf(name)[1] === String(unflake))
      .map((name) => `${name} ${statOf(name)[19]}`),
  );
}

/** The fields from the state on, after the name in brackets. */
export function statOf(name) {
  const text = reading(() => readFileSync(`/proc/${name}/stat`, 'latin1'));
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

export function reading(read) {
  try {
    return read();
  } catch (error) {
    // It has exited meanwhile.
    if (error.code === undefined) throw error;
    return '';
  }
}
