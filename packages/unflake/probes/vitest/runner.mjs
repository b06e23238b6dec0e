/** Extends Vitest's own runner, inside its worker: only the selected tests, in their order, each reported as it happens. */
import { createRequire } from 'node:module';
import { vitestInternals } from './internals.mjs';

const require = createRequire(import.meta.url);
const { followTasks } = require('./follow-tasks.cjs');
const { selectTasks } = require('./select-tasks.cjs');

const { Base, getFn, getHooks, copySuite } = await vitestInternals(process.env.UNFLAKE_VITEST);

export default class UnflakeRunner extends Base {
  #follow = followTasks();
  #ran = new WeakSet();

  onCollected(files) {
    for (const file of files) this.#follow.expect(selectTasks(file, { getHooks, copySuite }));
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
    // Before version 3 the snapshots of a repetition would be numbered after those of the run before it.
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
