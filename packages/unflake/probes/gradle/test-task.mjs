/** Converts what our init script recorded about a Test task to a launch. */
import { relative } from 'node:path';

/** Variables of the shell, of Gradle, or ours. */
const NOT_THE_PROJECTS = /^(?:_|SHLVL|PWD|OLDPWD|APP_HOME|JAVA_MAIN_CLASS_\d+|UNFLAKE_.*)$/;

/** `launch` is absent for tests that are not JUnit's. */
export function launchOf(task, { copy, env }) {
  const { folder, java, flags, cwd, classPath, framework, forkEvery, tags, notTags, engines, notEngines } = task;
  const inside = relative(copy, folder);
  const junit = /JUnitPlatform/.test(framework) ? 'platform' : /JUnit/.test(framework) ? 'junit4' : null;
  if (junit === null) return { problems: [`${task.task}: ${framework} is not a JUnit that can be run`] };
  const added = Object.entries(task.env).filter(([name, value]) => env[name] !== value && !NOT_THE_PROJECTS.test(name));
  return {
    launch: {
      ...{ module: inside === '' ? '' : `${inside}/`, java, flags, classPath, cwd, junit },
      outputs: classPath.filter((path) => !path.endsWith('.jar')),
      env: Object.fromEntries(added),
      system: {},
      classes: classesOf(task.classes),
      perClass: forkEvery === 1,
      filters: { tags, notTags, engines, notEngines },
      parameters: {},
    },
    problems: [
      ...(task.filter.length > 0 ? [`${task.task}: the filter of the build script is not regarded`] : []),
      ...(task.categories.length > 0
        ? [`${task.task}: tests are chosen without regard to their JUnit 4 categories`]
        : []),
    ],
  };
}

/** JUnit itself finds nested classes. */
function classesOf(paths) {
  const names = paths.map((path) => path.replace(/\.class$/, '').replaceAll('/', '.'));
  return names.filter((name) => !name.includes('$') && !/(?:^|\.)(?:module|package)-info$/.test(name)).sort();
}
