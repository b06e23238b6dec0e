/** Extends Vitest's own runner, inside its worker: only the chosen tests, in their order, each told as it happens. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const require = createRequire(import.meta.url);
const { followTasks } = require('./follow-tasks.cjs');
const { selectTasks } = require('./select-tasks.cjs');

const script = process.env.UNFLAKE_VITEST;
const fromVitest = createRequire(script);
const load = (path) => import(/* @vite-ignore */ pathToFileURL(path).href);
const { getFn, getHooks, setHooks } = await load(fromVitest.resolve('@vitest/runner'));
const { TestRunner } = await load(join(dirname(script), 'dist/index.js'));
const Base = TestRunner ?? (await load(fromVitest.resolve('vitest/runners'))).VitestTestRunner;

export default class UnflakeRunner extends Base {
  #follow = followTasks();
  #ran = new WeakSet();

  onCollected(files) {
    for (const file of files) this.#follow.expect(selectTasks(file, { getHooks, setHooks }));
    return super.onCollected?.(files);
  }

  async onBeforeRunSuite(suite) {
    this.#follow.suiteBegins(suite);
    await super.onBeforeRunSuite?.(suite);
  }

  async onAfterRunSuite(suite) {
    this.#follow.suiteEnds(suite);
    await super.onAfterRunSuite?.(suite);
  }

  async onBeforeRunTask(test) {
    this.#follow.start(test);
    await super.onBeforeRunTask?.(test);
    // Before version 3 the snapshots of a repetition would be numbered on from those of the run before it.
    if (this.#ran.has(test)) this.snapshotClient.snapshotState?.clear();
    this.#ran.add(test);
  }

  onBeforeTryTask(test, options) {
    this.#follow.setupBegins(test);
    return super.onBeforeTryTask?.(test, options);
  }

  runTask(test) {
    return this.#follow.body(test, getFn(test));
  }

  async onAfterTryTask(test, options) {
    await this.#follow.check(test, () => super.onAfterTryTask?.(test, options));
  }

  onTaskFinished(test) {
    this.#follow.bodyIsOver(test);
    return super.onTaskFinished?.(test);
  }

  onAfterRunTask(test) {
    this.#follow.end(test);
    return super.onAfterRunTask?.(test);
  }
}
