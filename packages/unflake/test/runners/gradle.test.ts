/** The Gradle of this machine with JUnit 4, held to the contract of runners. */
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gradleFor } from '../../../../scripts/toolchains/gradle.mjs';
import { gradle } from '../../src/runners/gradle.ts';
import { runnerContract } from '../contract/runner.ts';
import { junit4Roles } from './junit4-roles.ts';

const PROJECT = fileURLToPath(new URL('./projects/gradle', import.meta.url));
const SOURCES = fileURLToPath(new URL('./projects/maven-junit4/src', import.meta.url));

runnerContract({
  name: 'gradle',
  adapter: gradle,
  retries: 'none exist',
  fixture: async (folder) => {
    await cp(PROJECT, folder, { recursive: true });
    await cp(SOURCES, join(folder, 'src'), { recursive: true });
    return { program: [await gradleFor(PROJECT)], ...junit4Roles };
  },
});
