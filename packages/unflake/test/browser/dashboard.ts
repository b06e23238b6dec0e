/** A service with seeded records and one browser for a file of tests. Every page is watched for what no page may do. */
import type { ChildProcess } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '@unflake/testkit/until';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { chromiumPath } from '../../../../scripts/toolchains/chromium.mjs';
import { defaultStorePath } from '../../src/store/default-store-path.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { type Answer, Place } from '../cli/unflake.ts';
import { type Seeded, seed } from './seed.ts';

/** Only what never comes may reach it: a busy machine is many times as slow as an idle one. */
export const PATIENCE_MS = 300_000;
export const SOON = { within: PATIENCE_MS, every: 20 };

/** Runs of the victim that a page may show before the others wait: the first trials of a diagnosis have fewer. */
const RUNS_BEFORE_HOLD = 12;

export interface ServiceOptions {
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export interface Service {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  readonly stop: (signal?: NodeJS.Signals) => Promise<Answer>;
}

export class Dashboard {
  readonly place = new Place().fixture('victim-one', 'node-test');
  /** What no page may do: errors on the console, requests to other origins. */
  readonly wrong: string[] = [];
  private readonly running: { child: ChildProcess; answer: Promise<Answer> }[] = [];
  private browser: Browser | undefined;
  private readonly contexts: BrowserContext[] = [];

  seed(manyCases?: number): Promise<Seeded> {
    return seed(this.place.subject, this.place.variables, manyCases);
  }

  /** The store that its service reads. */
  openStore(prepare: (path: string) => void): ReturnType<typeof openSqliteStore> {
    const path = defaultStorePath(this.place.subject, this.place.variables);
    prepare(path);
    return openSqliteStore(path);
  }

  /**
   * From some run on the victim waits until the returned function is called. However slowly a browser is, the diagnosis has not ended before
   * it is cancelled.
   */
  holdVictim(): () => void {
    const [hold, runs] = ['hold', 'runs'].map((name) => join(this.place.folder, name)) as [string, string];
    for (const path of [hold, runs]) writeFileSync(path, '');
    const waits = `const fs = require('node:fs');
  fs.appendFileSync(${JSON.stringify(runs)}, 'x');
  while (fs.existsSync(${JSON.stringify(hold)}) && fs.statSync(${JSON.stringify(runs)}).size > ${RUNS_BEFORE_HOLD})
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);`;
    const file = join(this.place.subject, 'shop.test.js');
    const text = readFileSync(file, 'utf8');
    writeFileSync(
      file,
      text.replace("test('totals the cart', () => {", (line) => `${line}\n  ${waits}`),
    );
    return () => rmSync(hold);
  }

  async serve({ flags = [], env = {} }: ServiceOptions = {}): Promise<Service> {
    const started = this.place.start(['serve', '--port', '0', '--json', '--quiet', ...flags], env);
    this.running.push(started);
    const line = await Promise.race([
      new Promise<string>((resolve) => started.child.stdout!.once('data', resolve)),
      started.answer.then(({ stderr }) => Promise.reject(new Error(stderr))),
    ]);
    const { url } = (JSON.parse(line) as { result: { url: string } }).result;
    const stop = (signal: NodeJS.Signals = 'SIGTERM') => {
      started.child.kill(signal);
      return started.answer;
    };
    return { url, port: Number(new URL(url).port), pid: started.child.pid!, stop };
  }

  async open(
    { url }: Pick<Service, 'url'>,
    { width = 1280, height = 900, dark = false, expected = /(?!)/ }: PageOptions = {},
  ): Promise<Page> {
    // The sandbox of the browser needs a user other than root, and user namespaces.
    this.browser ??= await chromium.launch({
      executablePath: await chromiumPath(),
      args: ['--no-sandbox', '--disable-gpu'],
    });
    const context = await this.browser.newContext({
      viewport: { width, height },
      colorScheme: dark ? 'dark' : 'light',
      reducedMotion: 'reduce',
    });
    context.setDefaultTimeout(PATIENCE_MS);
    this.contexts.push(context);
    const page = await context.newPage();
    page.on('console', (message) => {
      if (message.type() !== 'error' || expected.test(message.text())) return;
      this.wrong.push(`console: ${message.text()} (${message.location().url})`);
    });
    page.on('pageerror', (error) => void this.wrong.push(`error: ${error.stack}`));
    page.on('request', (request) => {
      if (!request.url().startsWith(url)) this.wrong.push(`request: ${request.url()}`);
    });
    return page;
  }

  async closePages(): Promise<void> {
    for (const context of this.contexts.splice(0)) await context.close();
  }

  async remove(): Promise<void> {
    await this.closePages();
    await this.browser?.close();
    for (const { child, answer } of this.running.splice(0)) {
      child.kill('SIGTERM');
      await answer;
    }
    // What a service of these tests killed is ended by the keeper, which needs a moment.
    await until(() => {
      this.place.remove();
      return true;
    }, SOON);
  }
}

interface PageOptions {
  readonly width?: number;
  readonly height?: number;
  readonly dark?: boolean;
  /** Messages on the console that the test provokes. */
  readonly expected?: RegExp;
}

/** Two keys that count as a pair if the second follows soon: it is sent without waiting for what the page does with the first. */
export async function pressPair({ keyboard }: Page, first: string, second: string): Promise<void> {
  await Promise.all([keyboard.press(first), keyboard.press(second)]);
}
