/** The JVM for tests as data, so that a trial can start it without our driver. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { archiveFor } from './archive.mjs';
import { quickFlags } from './java-home.mjs';
import { classPathWords, settingsOf } from './launch.mjs';

/**
 * @param {import('./launch.mjs').Launch} one
 * @param {{ target: string, cache: string, stream: string }} where
 */
export async function recordedJvm(one, { target, cache, stream }) {
  const { archive, jar, jars, problem = null } = await archiveFor(one, { target, cache, stream });
  const all = [...one.classPath, one.probe];
  // Newer versions say on standard output why they do not use an archive. They start without it, and only that matters to a trial.
  const mapped = archive === undefined ? [] : [`-XX:SharedArchiveFile=${archive}`, '-Xlog:cds*=off'];
  const paths = archive === undefined ? all : [jar, ...jars];
  const key = createHash('sha256').update(paths.join(':')).digest('hex').slice(0, 24);
  const path = classPathWords(paths, join(cache, `class-path-${key}`));
  const system = archive === undefined ? one.system : { ...one.system, 'java.class.path': all.join(':') };
  return {
    file: one.module,
    path: one.java,
    cwd: one.cwd,
    env: one.env,
    jvm: {
      args: [...quickFlags(one.flags), ...mapped, ...one.flags, ...path, 'unflake.Probe'],
      settings: settingsOf({ ...one, system }),
      classes: one.classes.map((name) => one.module + name),
      perClass: one.perClass,
      withoutArchive: problem === null ? null : `no archive of classes: ${problem}`,
    },
  };
}
