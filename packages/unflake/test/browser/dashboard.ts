/** A service with seeded records and one browser for a file of tests. Every page is watched for what no page may do. */
import type { ChildProcess } from 'node:child_process';
import { until } from '@unflake/testkit/until';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { chromiumPath } from '../../../../scripts/toolchains/chromium.mjs';
import { type Answer, Place } from '../cli/unflake.ts';
import { type Seeded, seed } from './seed.ts';

export const SOON = { within: 60_000, every: 20 };

export interface ServiceOptions {
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** 0 for any. */
  readonly port?: number;
}

export interface Service {
  readonly url: string;
  readonly port: number;
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

  async serve({ flags = [], env = {}, port = 0 }: ServiceOptions = {}): Promise<Service> {
    const started = this.place.start(['serve', '--port', String(port), '--json', '--quiet', ...flags], env);
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
    return { url, port: Number(new URL(url).port), stop };
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
    this.contexts.push(context);
    const page = await context.newPage();
    page.on('console', (message) => {
      if (message.type() === 'error' && !expected.test(message.text())) this.wrong.push(`console: ${message.text()}`);
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
