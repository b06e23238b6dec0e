/**
 * Runs the selected tests of a cargo project, one target at a time: `drive.mjs <cargo> [--keep] [--programs file] -- [flags for cargo
 * test]…`. The selection is in the file named by UNFLAKE_SELECTION; with UNFLAKE_LIST=1 everything is built and listed. The stream gets the
 * lines of the harness, after a line of ours that names the target.
 */
import { spawn } from 'node:child_process';
import { appendFileSync, openSync, readFileSync } from 'node:fs';
import { keepingLock } from './keep-lock.mjs';
import { listTests } from './list.mjs';
import { cargoTargets } from './targets.mjs';

const STREAM = process.env.UNFLAKE_STREAM;
const { cargo, keep, programs, flags } = options(process.argv.slice(2));

const { targets, workspace, problem } = programs === undefined ? cargoTargets(cargo) : {};
// Programs that are built already are started without cargo, which therefore writes nothing.
process.exitCode = await (workspace === undefined ? work() : keepingLock(workspace, work));

function work() {
  if (problem) write({ ev: 'problem', text: problem });
  return process.env.UNFLAKE_LIST === '1' ? list() : run();
}

function list() {
  const code = listTests({ cargo, flags, keep, stream: STREAM }, write);
  write({ ev: 'done' });
  return code;
}

async function run() {
  const { files } = JSON.parse(readFileSync(process.env.UNFLAKE_SELECTION, 'utf8'));
  const known = programs === undefined ? [] : JSON.parse(readFileSync(programs, 'utf8'));
  let worst = 0;
  for (const { file, args } of files) {
    const program = known.find((one) => one.file === file);
    const target = targets?.get(file);
    write({ ev: 'target', file });
    if (program) worst = Math.max(worst, await startProgram(program, args));
    else if (target) worst = Math.max(worst, await startCargo(target, args));
    else write({ ev: 'problem', text: `missing: there is no target ${file}` });
  }
  return worst;
}

/** Only the built program gets the nightly flag: cargo itself would build something else. */
function startCargo({ selector }, args) {
  const runner = 'target."cfg(all())".runner=["env","RUSTC_BOOTSTRAP=1"]';
  return start(cargo, ['test', '--quiet', ...selector, '--config', runner, ...flags, '--', ...args], {});
}

function startProgram({ path, cwd, env }, args) {
  return start(path, args, { cwd, env: { ...process.env, ...env, RUSTC_BOOTSTRAP: '1' } });
}

function start(program, argv, where) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, argv, { ...where, stdio: ['ignore', openSync(STREAM, 'a'), 'inherit'] });
    child.on('error', reject);
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

function write(event) {
  appendFileSync(STREAM, `${JSON.stringify(event)}\n`);
}

function options([program, ...argv]) {
  const split = argv.indexOf('--');
  const own = argv.slice(0, split);
  const value = (name) => own.find((_, at) => own[at - 1] === name);
  return { cargo: program, keep: own.includes('--keep'), programs: value('--programs'), flags: argv.slice(split + 1) };
}
