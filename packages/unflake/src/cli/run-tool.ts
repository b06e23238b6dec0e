/** Runs one command: arguments → input → envelope → output. It knows nothing about what the tool does. */

import { systemClock } from '@unflake/testkit/clock';
import type { Envelope } from '../contract/envelope.ts';
import { EXIT } from '../contract/exit-codes.ts';
import { FAULTS, type FaultCode, UnflakeError } from '../contract/faults.ts';
import { callTool, faultEnvelope, startMeta } from '../tools/lib/envelope.ts';
import { type InputProblem, problemText } from '../tools/lib/envelope-problems.ts';
import { withCurrentValues } from '../tools/lib/renamed-values.ts';
import type { AnyTool, ToolContext } from '../tools/lib/tool.ts';
import type { ToolEntry } from '../tools/registry.ts';
import type { CliHost } from './cli-host.ts';
import { commandHelp } from './command-help.ts';
import { flagsOf, kebab } from './flags.ts';
import { type LiveView, liveView } from './live-view.ts';
import { copyLine, type MeantTest, meantTests } from './meant-tests.ts';
import { type FaultLike, faultText } from './printers/fault-text.ts';
import { printerFor } from './printers/index.ts';
import { readInput, type Switches } from './read-input.ts';
import { listenForInterrupts } from './signals.ts';
import { terminalStyle } from './terminal-style.ts';
import { writeFiles } from './write-files.ts';

export async function runToolCommand(entry: ToolEntry, args: readonly string[], host: CliHost): Promise<number> {
  const tool = await entry.load();
  const flags = flagsOf(tool);
  if (wantsHelp(args)) {
    host.stdout.write(commandHelp(tool, flags));
    return EXIT.done;
  }
  const { input: typed, switches } = readInput(args, flags, tool.positionals);
  const { input, notes } = withCurrentValues(tool, typed);
  for (const note of notes) host.stderr.write(`${note}\n`);
  let view = openView(switches, host);
  const interruption = listenForInterrupts(host, (line) => view.say(line));
  const { signal } = interruption;
  const call = async (given: unknown, timing: Pick<ToolContext, 'beganAtMs'>) => {
    const { env, cwd, entropy } = host;
    const context = { emit: view.show, signal, clock: systemClock, ...timing, env, cwd, entropy };
    const envelope = await callUnlessInterrupted(tool, given, context);
    view.end();
    return envelope;
  };
  try {
    // The clock starts with the process: loading our own code is time that the user waits.
    let envelope = await call(input, { beganAtMs: 0 });
    let meant = envelope.ok ? [] : meantTests(envelope.error, tool, input, args);
    const chosen = await chosenTest(meant, envelope, switches, host, signal);
    if (chosen !== null) {
      view = openView(switches, host);
      // The time until the user answered does not count.
      envelope = await call(chosen.input, {});
      meant = [];
    }
    const code = await answer(tool, envelope, switches, host, copyLine(meant));
    return signal.aborted && tool.endsWhenStopped !== true ? EXIT.interrupted : code;
  } finally {
    view.end();
    interruption.stopListening();
  }
}

function openView(switches: Switches, { stderr, env }: CliHost): LiveView {
  return liveView({
    write: stderr.write,
    mode: switches.quiet ? 'silent' : stderr.isTTY ? 'redraw' : 'lines',
    style: terminalStyle(stderr, env, switches['no-color']),
    clock: systemClock,
  });
}

/** The only similar test, if the person at the terminal confirms it. */
async function chosenTest(
  [only, another]: readonly MeantTest[],
  envelope: Envelope,
  { json, quiet }: Switches,
  { ask }: CliHost,
  signal: AbortSignal,
): Promise<MeantTest | null> {
  if (only === undefined || another !== undefined || envelope.ok || ask === null || json || quiet || signal.aborted)
    return null;
  const [problem] = envelope.error.message.split('\n');
  const reply = await ask(`${problem}\nContinue with \`${only.test}\`? [y/N] `, signal);
  return /^\s*y(?:es)?\s*$/i.test(reply) && !signal.aborted ? only : null;
}

/** An interrupt surfaces in many ways, as a fault or not. Without a result, the answer is that it was interrupted. */
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

// `--help` wins over any other error in the arguments.
function wantsHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  const ours = end === -1 ? args : args.slice(0, end);
  return ours.includes('--help') || ours.includes('-h');
}

async function answer(
  tool: AnyTool,
  envelope: Envelope,
  switches: Switches,
  host: CliHost,
  afterFault: string,
): Promise<number> {
  const printer = await printerFor(tool.command);
  if (envelope.ok) await writeFiles(printer.files(envelope.result), host.cwd);
  if (switches.json) host.stdout.write(`${JSON.stringify(envelope, null, 2)}\n`);
  if (!envelope.ok) {
    const style = terminalStyle(host.stderr, host.env, switches['no-color']);
    if (!switches.json)
      host.stderr.write(`${faultText(nameFlags(envelope.error, tool.positionals), tool.command, style)}${afterFault}`);
    return FAULTS[envelope.error.code as FaultCode].exit;
  }
  const style = terminalStyle(host.stdout, host.env, switches['no-color']);
  if (!switches.json) host.stdout.write(printer.text(envelope.result, style));
  return tool.exitCode(envelope.result as never);
}

/** Input faults name fields; the command line names its flags and arguments. */
function nameFlags(fault: FaultLike, positionals: readonly string[]): FaultLike {
  const problems = fault.details.problems as readonly InputProblem[] | undefined;
  if (fault.code !== 'INVALID_INPUT' || problems === undefined) return fault;
  // Only messages made from the problems are rewritten; a tool's own words stay.
  if (fault.message !== problems.map((problem) => problemText(problem)).join('; ')) return fault;
  const name = (field: string) => {
    const [top] = field.split('.', 1);
    return positionals.includes(top!) ? `<${kebab(top!)}>` : `--${kebab(top!)}`;
  };
  return { ...fault, message: problems.map((problem) => problemText(problem, name)).join('; ') };
}
