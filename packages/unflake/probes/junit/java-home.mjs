/** Programs of one Java installation, and the flags with which a JVM of a few seconds is started. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** In a short run neither the second compiler nor a collector with its own threads pays. */
export function quickFlags(flags) {
  const collector = flags.some((flag) => /^-XX:\+Use\w+GC$/.test(flag));
  return ['-XX:TieredStopAtLevel=1', '-Xshare:auto', ...(collector ? [] : ['-XX:+UseSerialGC'])];
}

/** Java reads neither HOME nor TMPDIR. */
export function placeFlags({ HOME, TMPDIR }, flags) {
  const given = (name) => flags.some((flag) => flag.startsWith(`-D${name}=`));
  return [
    ...(HOME && !given('user.home') ? [`-Duser.home=${HOME}`] : []),
    ...(TMPDIR && !given('java.io.tmpdir') ? [`-Djava.io.tmpdir=${TMPDIR}`] : []),
  ];
}

export function javac(java) {
  // `jre/bin/java` of an old JDK has its compiler one folder further up.
  const folder = join(java, '..');
  const found = [join(folder, 'javac'), join(folder, '..', '..', 'bin', 'javac')].find((path) => existsSync(path));
  return found ?? 'javac';
}
