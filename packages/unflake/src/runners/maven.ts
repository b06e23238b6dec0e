/** Maven Surefire with JUnit 4 or the JUnit Platform: built once in a copy, then our own launcher in the JVM that Surefire would start. */
import type { RunnerAdapter } from '../contract/runner.ts';
import { junitAdapter } from './junit/adapter.ts';
import { detectJunit } from './junit/detect.ts';
import { parseMavenPlain, plainMaven } from './maven/plain.ts';

export const maven = {
  name: 'maven',
  ...junitAdapter('maven'),
  detect: (project) => detectJunit(project, /^pom\.xml$/),
  program: { interpreters: ['./mvnw', 'mvn'], check: ['--version'], install: 'apt-get install maven' },
  plain: plainMaven,
  parsePlain: parseMavenPlain,
} as const satisfies RunnerAdapter;
