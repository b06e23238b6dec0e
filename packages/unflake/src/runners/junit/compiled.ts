/** The JVM that the build tool would start for tests, recorded once and started directly, with an archive of the classes it loads. */
import type { BuiltProgram, CompiledRuns, RunRequest } from '../../contract/runner.ts';
import { builtPrograms } from '../built-programs.ts';
import { probeListing, streamPath } from '../probe-files.ts';
import { junitDriver } from './driver.ts';

const SETTINGS = 'jvm.properties';
/** Java reads neither variable. Conditions change them, so that their values are known only when the JVM starts. */
const WITH_PLACES = 'exec "$0" "-Duser.home=$HOME" "-Djava.io.tmpdir=$TMPDIR" "$@"';
/** The archive takes as long as four trials and is made while others run, the comparison takes as long as two; a diagnosis has twenty or more. */
const PAYS_AFTER = 4;

export function recordedJvm(tool: 'maven' | 'gradle'): CompiledRuns {
  return {
    paysAfter: PAYS_AFTER,
    build: (context, _folder, target) => junitDriver(tool, context, probeListing(context), ['--programs', target]),
    parseBuild: (run, context) => builtPrograms(run, streamPath(context)),
    called: 'starting the JVM directly',
    lacks: (programs) => {
      const why = programs.find(({ jvm }) => jvm?.withoutArchive)?.jvm?.withoutArchive;
      return why === undefined || why === null ? null : { what: 'an archive of classes for the JVM', why };
    },
    command: (request, context, programs) => {
      const program = programs.find((one) => servesAll(one, request));
      if (program?.jvm === undefined) return null;
      const path = `${context.folder}/${SETTINGS}`;
      return {
        argv: ['/bin/sh', '-c', WITH_PLACES, program.path, ...program.jvm.args, path],
        env: { ...program.env, UNFLAKE_STREAM: null, UNFLAKE_LIST: null, UNFLAKE_SELECTION: null },
        cwd: program.cwd,
        files: { [SETTINGS]: settingsOf(program, request, streamPath(context)) },
        reads: [streamPath(context)],
      };
    },
  };
}

/** A selection from several modules has several JVMs, which the driver starts. */
function servesAll({ jvm }: BuiltProgram, { tests }: RunRequest): boolean {
  if (jvm === undefined) return false;
  const wanted = new Set(tests.map(classOf));
  return (!jvm.perClass || wanted.size === 1) && [...wanted].every((name) => jvm.classes.includes(name));
}

function settingsOf({ jvm, file }: BuiltProgram, { tests, repeat }: RunRequest, stream: string): string {
  const wanted = new Set(tests.map(classOf));
  const classes = jvm!.classes.filter((name) => wanted.has(name)).map((name) => name.slice(file.length));
  const lines = [
    ['stream', stream],
    ['repeat', String(repeat)],
    ...tests.map((id, at) => [`tests.${at}`, id]),
    ...classes.map((name, at) => [`classes.${at}`, name]),
  ];
  return `${jvm!.settings}${lines.map(([name, value]) => `${name}=${escaped(value!)}\n`).join('')}`;
}

const classOf = (id: string): string => id.split('::')[0]!;

/** As Java's `Properties` reads a value. */
function escaped(text: string): string {
  return text
    .replace(/[\\:=#! \t\f]/g, '\\$&')
    .replace(/\n/g, '\\n')
    .replace(/\r/g, '\\r');
}
