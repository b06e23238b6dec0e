/** Gradle with JUnit 4 or the JUnit Platform: built once in a copy, then our own launcher in the JVM that Gradle would start. */
import type { RunnerAdapter } from '../contract/runner.ts';
import { parseGradlePlain, plainGradle } from './gradle/plain.ts';
import { junitAdapter } from './junit/adapter.ts';
import { detectJunit } from './junit/detect.ts';

export const gradle = {
  name: 'gradle',
  ...junitAdapter('gradle'),
  detect: (project) => detectJunit(project, /^(?:settings|build)\.gradle(?:\.kts)?$/),
  program: { interpreters: ['./gradlew', 'gradle'], check: ['--version'], install: 'apt-get install gradle' },
  plain: plainGradle,
  parsePlain: parseGradlePlain,
} as const satisfies RunnerAdapter;
