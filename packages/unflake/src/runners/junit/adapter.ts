/** Shared by Maven and Gradle: one probe, one stream, one list of capabilities. */
import type { Capabilities, RunnerAdapter } from '../../contract/runner.ts';
import { parseListing, parseStream } from '../../reports/stream.ts';
import { JUNIT_NAMES } from '../printed-names/junit.ts';
import { probeListing, probeSelection, streamPath } from '../probe-files.ts';
import { recordedJvm } from './compiled.ts';
import { junitDriver } from './driver.ts';

type Shared = Required<Pick<RunnerAdapter, 'can' | 'names' | 'list' | 'parseList' | 'command' | 'parse' | 'compiled'>>;

const can = {
  select: 'test',
  order: 'any',
  process: 'suite',
  repeat: true,
  workers: false,
  parallel: false,
  seed: false,
  phases: false,
  stream: true,
} as const satisfies Capabilities;

export function junitAdapter(tool: 'maven' | 'gradle'): Shared {
  return {
    can,
    names: JUNIT_NAMES,
    list: (context) => junitDriver(tool, context, probeListing(context)),
    parseList: (run, context) => parseListing(run, streamPath(context)),
    command: (request, context) => junitDriver(tool, context, probeSelection(request, context)),
    parse: (run, _request, context) => parseStream(run, streamPath(context), context.root),
    compiled: recordedJvm(tool),
  };
}
