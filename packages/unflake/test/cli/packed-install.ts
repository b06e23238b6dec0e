/** The tarball that people install, installed globally and in a project, with an empty cache and no network. */
import { type ChildProcess, type ExecFileException, execFile, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pack } from '../../../../scripts/pack.mjs';

const FIXTURES = fileURLToPath(new URL('../../../../fixtures', import.meta.url));

export interface Said {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Start {
  readonly cwd?: string;
  /** Beside the environment of the installation. */
  readonly env?: Readonly<Record<string, string>>;
}

export class PackedInstall {
  readonly place = mkdtempSync(join(tmpdir(), 'unflake-packed-'));
  /** A suite of node:test in which `shows the banner` breaks `totals the cart`. */
  readonly project = join(this.place, 'project');
  readonly installed = join(this.place, 'prefix', 'lib', 'node_modules', 'unflake');
  readonly forAll = join(this.place, 'prefix', 'bin', 'unflake');
  readonly inProject = join(this.project, 'node_modules', '.bin', 'unflake');
  /** Set by `install`. */
  tarball = '';
  /** Nothing comes from a registry or from npm's cache of this machine. */
  readonly offline = { npm_config_offline: 'true', npm_config_cache: join(this.place, 'npm-cache') };
  readonly env = {
    ...(process.env as Record<string, string>),
    XDG_STATE_HOME: join(this.place, 'state'),
    XDG_CACHE_HOME: join(this.place, 'cache'),
  };

  async install(): Promise<void> {
    cpSync(join(FIXTURES, 'victim-one', 'node-test'), this.project, { recursive: true });
    this.tarball = await pack(this.place);
    for (const where of [['-g', '--prefix', join(this.place, 'prefix')], ['--save-dev']]) {
      const args = ['install', ...where, this.tarball, '--no-audit', '--no-fund'];
      const { code, stderr } = await this.run('npm', args, { env: this.offline });
      if (code !== 0) throw new Error(stderr);
    }
  }

  run(program: string, args: readonly string[], { cwd = this.project, env = {} }: Start = {}): Promise<Said> {
    return new Promise((resolve) => {
      const options = { cwd, env: { ...this.env, ...env }, maxBuffer: 64 * 1024 * 1024 };
      execFile(program, args, options, (error: ExecFileException | null, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
      );
    });
  }

  /** Runs it as installed for all. */
  unflake(...args: readonly string[]): Promise<Said> {
    return this.run(this.forAll, args);
  }

  start(...args: readonly string[]): ChildProcess {
    return spawn(this.forAll, args, { cwd: this.project, env: this.env, stdio: ['ignore', 'pipe', 'inherit'] });
  }

  /** Installed files and their bytes. */
  files(): readonly (readonly [path: string, bytes: number])[] {
    return readdirSync(this.installed, { recursive: true, encoding: 'utf8' })
      .sort()
      .map((path) => [path, statSync(join(this.installed, path))] as const)
      .filter(([, stat]) => stat.isFile())
      .map(([path, { size }]) => [path, size] as const);
  }

  remove(): void {
    rmSync(this.place, { recursive: true, force: true });
  }
}
