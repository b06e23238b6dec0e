/** A suite of layered tests in a folder of its own, run by the real BATS: written, run, looked at, and removed with all its processes. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { batsProgram } from '../../../../scripts/toolchains/bats.mjs';
import { BASH_LIBRARY } from '../contract/testbed-bash.ts';

export const FIXTURE = fileURLToPath(new URL('../../../../fixtures/env-suite', import.meta.url));

export interface BatsRun {
  readonly status: number | null;
  readonly lines: readonly string[];
}

export interface StartedBats {
  readonly child: ChildProcess;
  readonly ended: Promise<BatsRun>;
}

type Variables = Readonly<Record<string, string>>;

export class EnvBatsSuite {
  readonly suite: string;
  readonly envs: string;
  readonly #folder: string;
  readonly #bats: string;
  readonly #started = new Set<ChildProcess>();

  private constructor(folder: string, bats: string) {
    this.#folder = folder;
    this.suite = join(folder, 'test');
    this.envs = join(this.suite, '.envs');
    this.#bats = bats;
    mkdirSync(this.suite);
  }

  static async make(files: Readonly<Record<string, string>> = {}): Promise<EnvBatsSuite> {
    const suite = new EnvBatsSuite(realpathSync(mkdtempSync(join(tmpdir(), 'env-bats-'))), await batsProgram());
    for (const [name, text] of Object.entries(files)) suite.write(name, text);
    return suite;
  }

  /** The suite of fixtures/env-suite, with a table so small that it costs nothing. */
  static async copyOfFixture(): Promise<EnvBatsSuite> {
    const suite = await EnvBatsSuite.make();
    cpSync(FIXTURE, suite.suite, { recursive: true, filter: (path) => !path.endsWith('.envs') });
    return suite;
  }

  write(name: string, text: string): void {
    writeFileSync(join(this.suite, name), text);
  }

  read(name: string): string {
    return readFileSync(join(this.suite, name), 'utf8');
  }

  start(files: readonly string[], env: Variables = {}): StartedBats {
    const child = spawn(this.#bats, ['--tap', ...files], {
      cwd: this.suite,
      env: {
        PATH: process.env.PATH,
        HOME: this.#folder,
        TMPDIR: this.#folder,
        UNFLAKE_HELPERS: BASH_LIBRARY,
        ALMANAC_LINES: '200',
        ...env,
      },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#started.add(child);
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (more: string) => (text += more));
    const closed = once(child, 'close');
    const ended = once(child, 'exit').then(async ([status]: unknown[]) => {
      // What a killed run has left behind may keep our pipes open.
      if (status !== null) await closed;
      return { status: status as number | null, lines: text.split('\n').filter((line) => line !== '') };
    });
    return { child, ended };
  }

  bats(files: readonly string[], env: Variables = {}): Promise<BatsRun> {
    return this.start(files, env).ended;
  }

  /** Names of the markers of an environment that count, in order: an empty one is none. None when it does not exist. */
  markers(environment = 'sequential'): readonly string[] {
    try {
      return readdirSync(join(this.envs, environment, '.bats-state'))
        .filter((name) => this.marker(name, environment) !== '')
        .sort();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      return [];
    }
  }

  complete(environment = 'sequential'): readonly string[] {
    return this.markers(environment).flatMap((name) => /^\.complete-(.*)$/.exec(name)?.[1] ?? []);
  }

  marker(name: string, environment = 'sequential'): string {
    return readFileSync(join(this.envs, environment, '.bats-state', name), 'utf8');
  }

  remove(): void {
    for (const { pid } of this.#started) {
      try {
        if (pid !== undefined) process.kill(-pid, 'SIGKILL');
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

const LOAD = 'load "$UNFLAKE_HELPERS"\n';
const test = (body: string) => `@test "does it" {\n${body}\n}\n`;

/** A numbered step, or the foundation, that leaves its name in the file `trace`, and does what `body` says besides. */
export function step(name: string, after: readonly string[] = [], body = ':'): string {
  const environment = name === 'foundation' ? name : 'sequential';
  return `${LOAD}setup_file() {
  setup_sequential_test ${[name, ...after].join(' ')}
}
setup() {
  load_test_env ${environment}
}
teardown_file() {
  mark_test_complete ${name}
}
${test(`  printf '%s\\n' ${name} >>"$TEST_DIR/trace"\n  ${body}`)}`;
}

export function alone(name: string, environment: string, after: readonly string[] = [], body = ':'): string {
  return `${LOAD}setup_file() {
  setup_independent_test ${[name, environment, ...after].join(' ')}
}
setup() {
  load_test_env ${environment}
}
${test(`  ${body}`)}`;
}
