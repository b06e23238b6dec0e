/**
 * Finds a program that our own tests need, or installs it through the system's package manager, once per machine. Tests never skip: what
 * cannot be had is an error that names the command to type.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * The first of `names` that answers to `check`, as an absolute path.
 * @param {{ names: readonly string[], check: readonly string[], packages: readonly string[] }} tool
 * @returns {Promise<string>}
 */
export async function systemTool({ names, check, packages }) {
  const found = await firstThatAnswers(names, check);
  if (found !== undefined) return found;
  const install = ['install', '--yes', '--no-install-recommends', ...packages];
  const advice = `apt-get update && apt-get ${install.join(' ')}`;
  if (process.getuid?.() !== 0 || !(await answers('apt-get', ['--version']))) {
    throw new Error(`${names[0]} is needed by these tests; on Debian: ${advice}`);
  }
  process.stderr.write(`installing ${packages.join(' ')} with apt-get (once)\n`);
  for (const argv of [['update'], install]) {
    await run('apt-get', argv, { maxBuffer: 1 << 26 }).catch((error) => {
      throw new Error(`apt-get ${argv.join(' ')} failed; type: ${advice}\n${error.stdout ?? ''}${error.stderr ?? ''}`);
    });
  }
  const installed = await firstThatAnswers(names, check);
  if (installed === undefined) throw new Error(`${names[0]} does not answer after: ${advice}`);
  return installed;
}

async function firstThatAnswers(names, check) {
  for (const name of names) {
    if (!(await answers(name, check))) continue;
    return name.includes('/') ? name : (await run('which', [name])).stdout.trim();
  }
  return undefined;
}

function answers(program, args) {
  return run(program, [...args]).then(
    () => true,
    () => false,
  );
}
