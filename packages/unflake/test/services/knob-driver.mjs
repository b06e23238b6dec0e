/**
 * The contract of knobs from inside a process of its own, so that it can be run as any user: every knob of this machine is turned to each of its
 * settings, or only to the strongest and its control, and what its witness prints is reported, together with what it prints before and after,
 * with nothing turned.
 *
 *   node knob-driver.mjs <folder> every|strongest
 *
 * Prints one JSON document: what was seen, and which knobs cannot be turned by this user.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { allKnobs, machineHere } from '../../dist/engine/machine.js';
import { runTrialUnder } from '../../dist/engine/trial/run-trial-under.js';
import { openWorkspace } from '../../dist/engine/trial-workspace.js';

const [folder, settings] = process.argv.slice(2);
const machine = machineHere();
const workspace = openWorkspace({ env: process.env, place: join(folder, 'runs') });
let last = {};
const told = { seen: [], unavailable: {} };

for (const knob of allKnobs()) {
  if (knob.witness === null) continue;
  const unavailable = knob.unavailable(machine);
  if (unavailable !== null) {
    told.unavailable[knob.name] = unavailable;
    continue;
  }
  const provoking = knob.provoke(machine);
  const turned = settings === 'every' ? [...provoking, knob.pin] : provoking.slice(-1);
  for (const setting of new Set([...turned, knob.control])) {
    if (setting === null) continue;
    const isControl = setting === knob.control && setting !== knob.pin;
    // A control shows by what the others change.
    const witness = knob.witness(isControl ? provoking.at(-1) : setting, machine);
    // With the same witness, what was seen after the last setting is what is seen before this one.
    const before = last.argv === String(witness.argv) ? last.after : await seen(witness, {});
    const during = await seen(witness, { [knob.name]: setting });
    const after = await seen(witness, {});
    last = { argv: String(witness.argv), after };
    const expected = isControl || (setting === knob.pin && setting === knob.control) ? null : witness.prints;
    told.seen.push({ knob: knob.name, setting, expected, before, during, after });
  }
}
await workspace.close();
console.log(JSON.stringify(told));

async function seen({ argv }, conditions) {
  const root = mkdtempSync(join(folder, 'project-'));
  const subject = {
    root,
    folder: root,
    adapter: adapterOf(argv, root),
    program: ['node'],
    settings: {},
    probes: '',
    suite: ['one'],
  };
  const trial = {
    tests: ['one'],
    repeat: 1,
    conditions,
    seed: 1,
    watch: ['one'],
    exclusive: true,
    timeBoxMs: 60_000,
    mode: 'probe',
  };
  const { output, ending } = await runTrialUnder(trial, subject, workspace, machine, new AbortController().signal);
  rmSync(root, { recursive: true });
  return ending.code === 0 ? output.stdout.trim() : `ended ${JSON.stringify(ending)}: ${output.stderr}`;
}

function adapterOf([program, ...args], cwd) {
  const argv = [program === 'node' ? process.execPath : program, ...args];
  return {
    name: 'witness',
    command: () => ({ argv, env: {}, cwd, files: {}, reads: [] }),
    parse: () => ({ observations: [], problems: [] }),
  };
}
