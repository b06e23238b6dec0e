/** Runs one command: arguments → input → envelope → what people or machines see. Decides nothing about the tool's subject. */
import { systemClock } from '@unflake/testkit/clock';
import type { Envelope } from '../contract/envelope.ts';
import { EXIT } from '../contract/exit-codes.ts';
import { FAULTS, type FaultCode, UnflakeError } from '../contract/faults.ts';
import { callTool, faultEnvelope, startMeta } from '../tools/envelope.ts';
import type { ToolEntry } from '../tools/registry.ts';
import type { AnyTool, ToolContext } from '../tools/tool.ts';
import { commandHelp } from './command-help.ts';
import { flagsOf } from './flags.ts';
import { type LiveView, liveView } from './live-view.ts';
import { lookOf } from './look.ts';
import { copyLine, type MeantTest, meantTests } from './meant-tests.ts';
import { nameFlags } from './name-flags.ts';
import type { Outside } from './outside.ts';
import { faultText } from './printers/fault-text.ts';
import { printerFor } from './printers/index.ts';
import { readInput, type Switches } from './read-input.ts';
import { listenForInterrupts } from './signals.ts';
import { writeFiles } from './write-files.ts';

export async function runTool(entry: ToolEntry, args: readonly string[], outside: Outside): Promise<number> {
  const tool = await entry.load();
  const flags = flagsOf(tool);
  if (wantsHelp(args)) {
    outside.stdout.write(commandHelp(tool, flags));
    return EXIT.done;
  }
  const { input, switches } = readInput(args, flags, tool.positionals);
  let view = openView(switches, outside);
  const interruption = listenForInterrupts(outside, (line) => view.say(line));
  const { signal } = interruption;
  const call = async (given: unknown, timing: Pick<ToolContext, 'beganAtMs'>) => {
    const { env, cwd, entropy } = outside;
    const context = { emit: view.show, signal, clock: systemClock, ...timing, env, cwd, entropy };
    const envelope = await callUnlessInterrupted(tool, given, context);
    view.end();
    return envelope;
  };
  try {
    // That clock begins with the process: loading our own code is time that the user waits.
    let envelope = await call(input, { beganAtMs: 0 });
    let meant = envelope.ok ? [] : meantTests(envelope.error, tool, input, args);
    const chosen = await chosenTest(meant, envelope, switches, outside, signal);
    if (chosen !== null) {
      view = openView(switches, outside);
      // The time until the answer was the user's own.
      envelope = await call(chosen.input, {});
      meant = [];
    }
    const code = await answer(tool, envelope, switches, outside, copyLine(meant));
    return signal.aborted ? EXIT.interrupted : code;
  } finally {
    view.end();
    interruption.stopListening();
  }
}

function openView(switches: Switches, { stderr, env }: Outside): LiveView {
  return liveView({
    write: stderr.write,
    mode: switches.quiet ? 'silent' : stderr.isTTY ? 'redraw' : 'lines',
    look: lookOf(stderr, env, switches['no-color']),
    clock: systemClock,
  });
}

/** The only test that is near to what was named, if the person at the terminal says so. */
async function chosenTest(
  [only, another]: readonly MeantTest[],
  envelope: Envelope,
  { json, quiet }: Switches,
  { ask }: Outside,
  signal: AbortSignal,
): Promise<MeantTest | null> {
  if (only === undefined || another !== undefined || envelope.ok || ask === null || json || quiet || signal.aborted)
    return null;
  const [problem] = envelope.error.message.split('\n');
  const reply = await ask(`${problem}\nGo on with \`${only.test}\`? [y/N] `, signal);
  return /^\s*y(?:es)?\s*$/i.test(reply) && !signal.aborted ? only : null;
}

/** Being stopped in the middle is reported in many ways, as a fault or not. Where there is no result, the answer is that it was stopped. */
async function callUnlessInterrupted(tool: AnyTool, input: unknown, context: ToolContext): Promise<Envelope> {
  const meta = startMeta(context);
  let envelope: Envelope | undefined;
  try {
    envelope = await callTool(tool, input, context);
  } catch (error) {
    if (!context.signal.aborted) throw error;
  }
  if (envelope !== undefined && (envelope.ok || !context.signal.aborted)) return envelope;
  return faultEnvelope(new UnflakeError('CANCELLED', 'it was interrupted'), meta());
}

// Help wins over everything that may be wrong beside it.
function wantsHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  const ours = end === -1 ? args : args.slice(0, end);
  return ours.includes('--help') || ours.includes('-h');
}

async function answer(
  tool: AnyTool,
  envelope: Envelope,
  switches: Switches,
  outside: Outside,
  afterFault: string,
): Promise<number> {
  const printer = await printerFor(tool.command);
  if (envelope.ok) await writeFiles(printer.files(envelope.result), outside.cwd);
  if (switches.json) outside.stdout.write(`${JSON.stringify(envelope, null, 2)}\n`);
  if (!envelope.ok) {
    const look = lookOf(outside.stderr, outside.env, switches['no-color']);
    if (!switches.json)
      outside.stderr.write(
        `${faultText(nameFlags(envelope.error, tool.positionals), tool.command, look)}${afterFault}`,
      );
    return FAULTS[envelope.error.code as FaultCode].exit;
  }
  const look = lookOf(outside.stdout, outside.env, switches['no-color']);
  if (!switches.json) outside.stdout.write(printer.text(envelope.result, look));
  return tool.exitCode(envelope.result as never);
}
