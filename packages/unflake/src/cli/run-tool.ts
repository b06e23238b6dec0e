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
import { liveView } from './live-view.ts';
import { lookOf } from './look.ts';
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
  const view = liveView({
    write: outside.stderr.write,
    mode: switches.quiet ? 'silent' : outside.stderr.isTTY ? 'redraw' : 'lines',
    look: lookOf(outside.stderr, outside.env, switches['no-color']),
    clock: systemClock,
  });
  const interruption = listenForInterrupts(outside, view.say);
  try {
    const { env, cwd, entropy } = outside;
    // That clock begins with the process: loading our own code is time that the user waits.
    const timing = { clock: systemClock, beganAtMs: 0 };
    const context = { emit: view.show, signal: interruption.signal, ...timing, env, cwd, entropy };
    const envelope = await callUnlessInterrupted(tool, input, context);
    view.end();
    const code = await answer(tool, envelope, switches, outside);
    return interruption.signal.aborted ? EXIT.interrupted : code;
  } finally {
    view.end();
    interruption.stopListening();
  }
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

async function answer(tool: AnyTool, envelope: Envelope, switches: Switches, outside: Outside): Promise<number> {
  const printer = await printerFor(tool.command);
  if (envelope.ok) await writeFiles(printer.files(envelope.result), outside.cwd);
  if (switches.json) outside.stdout.write(`${JSON.stringify(envelope, null, 2)}\n`);
  if (!envelope.ok) {
    const look = lookOf(outside.stderr, outside.env, switches['no-color']);
    if (!switches.json)
      outside.stderr.write(faultText(nameFlags(envelope.error, tool.positionals), tool.command, look));
    return FAULTS[envelope.error.code as FaultCode].exit;
  }
  const look = lookOf(outside.stdout, outside.env, switches['no-color']);
  if (!switches.json) outside.stdout.write(printer.text(envelope.result, look));
  return tool.exitCode(envelope.result as never);
}
