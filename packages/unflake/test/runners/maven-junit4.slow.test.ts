/** Maven Surefire in the old version that Maven 3.8 takes by itself, with JUnit 4, held to the contract of runners. */
import { cp } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { mavenFor } from '../../../../scripts/toolchains/maven.mjs';
import { maven } from '../../src/runners/maven.ts';
import { runnerContract } from '../contract/runner.ts';
import { junit4Roles } from './junit4-roles.ts';

const PROJECT = fileURLToPath(new URL('./projects/maven-junit4', import.meta.url));

runnerContract({
  name: 'maven with JUnit 4',
  adapter: maven,
  age: 'older',
  retries: 'none exist',
  fixture: async (folder) => {
    await cp(PROJECT, folder, { recursive: true });
    return { program: [await mavenFor(PROJECT, 'PlainTest#passes')], ...junit4Roles };
  },
});
