import { calls, type Rule } from '../rule.ts';
import { hasFakeClock } from './fake-clock.ts';
import { holderOf, letGo } from './held.ts';

export const timerLeftBehind: Rule = {
  id: 'javascript/timer-left-behind',
  cause: { family: 'resource-leak', kind: 'handles' },
  severity: 'warning',
  where: 'anywhere',
  message: 'starts an interval that nobody clears',
  why: 'It fires on in the tests that follow, and keeps the process alive after the last of them.',
  fix: 'Keep the handle and `clearInterval(handle)` in `afterEach` or in the object’s `close`; or `handle.unref()` where it may die with the process.',
  find: [
    calls(['setInterval', 'globalThis.setInterval', 'window.setInterval', 'timers.setInterval'], ({ node, file }) => {
      if (hasFakeClock(file)) return false;
      const holder = holderOf(node);
      if (holder.kind === 'elsewhere') return false;
      if (/^\.unref\(/.test(node.parent()?.parent()?.text().slice(node.text().length) ?? '')) return false;
      return (
        holder.kind === 'nobody' || !letGo(node, holder.name, file, /^unref$|^clear$/, /^clear(?:Interval|Timeout)$/)
      );
    }),
  ],
  flags: [
    'test("ticks", async () => {\n  setInterval(() => tick(), 10);\n  expect(await ticked()).toBe(true);\n});\n',
    'export class Poller {\n  start() {\n    this.timer = setInterval(() => this.poll(), 1000);\n  }\n}\n',
    'const handle = setInterval(refresh, 60_000);\n',
    'test("ticks", () => {\n  const timer = setInterval(tick, 5);\n  expect(timer).toBeDefined();\n});\ntest("stops", () => {\n  const timer = start();\n  clearInterval(timer);\n  expect(ticks).toBe(0);\n});\n',
  ],
  allows: [
    'export class Poller {\n  start() {\n    this.timer = setInterval(() => this.poll(), 1000);\n  }\n  stop() {\n    clearInterval(this.timer);\n  }\n}\n',
    'setInterval(report, 60_000).unref();\n',
    'test("ticks", () => {\n  vi.useFakeTimers();\n  setInterval(tick, 10);\n  vi.advanceTimersByTime(30);\n  expect(ticks).toBe(3);\n});\n',
    'export const every = (ms: number, fn: () => void) => setInterval(fn, ms);\n',
    'import { setInterval } from "./scheduler.js";\nsetInterval("job", 5);\n',
  ],
};
