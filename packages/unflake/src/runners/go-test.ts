/** go test, through a probe that an overlay adds to each package: it selects, orders, repeats and streams. Each package is a process. */
import type { RunnerAdapter } from '../contract/runner.ts';
import { parseListing, parseStream } from '../reports/stream.ts';
import { compiledGoTest } from './go-test/compiled.ts';
import { detectGoTest } from './go-test/detect.ts';
import { goDriver, needsOwnLibrary } from './go-test/driver.ts';
import { withFailures } from './go-test/failures.ts';
import { parseGoTestPlain, plainGoTest } from './go-test/plain.ts';
import { raceReports } from './go-test/race-reports.ts';
import { GO_TEST_NAMES } from './printed-names/compiled.ts';
import { probeListing, probeSelection, streamPath } from './probe-files.ts';
import { workerCount } from './worker-count.ts';

export const goTest = {
  name: 'go-test',
  can: {
    select: 'test',
    order: 'within-file',
    process: 'file',
    repeat: true,
    workers: true,
    parallel: true,
    seed: false,
    phases: false,
    stream: true,
  },
  workersTake: { unit: 'package', unless: /\.Parallel\(\)/ },
  names: GO_TEST_NAMES,
  detect: detectGoTest,
  program: { interpreters: ['go', '/usr/local/go/bin/go'], check: ['version'], install: 'apt-get install golang-go' },
  list: (context) => {
    const { args: flags, files } = context.settings;
    const options = files.flatMap((pattern) => ['--files', pattern]);
    return goDriver(context, { options, flags }, probeListing(context));
  },
  parseList: (run, context) => parseListing(run, streamPath(context)),
  command: (request, context) => {
    const { workers, detectors } = request.conditions;
    const options = [
      ...(detectors === 'on' ? ['--race'] : []),
      ...(needsOwnLibrary(request.conditions) ? ['--settable'] : []),
      ...(workers === undefined ? [] : ['--workers', String(workerCount(request.conditions))]),
    ];
    return goDriver(context, { options, flags: context.settings.args }, probeSelection(request, context));
  },
  parse: (run, request, context) => {
    const path = streamPath(context);
    const report = parseStream(withFailures(run, path, request), path, context.root);
    const races = raceReports(`${run.stdout}\n${run.stderr}`, context.root, request.tests);
    return races.length === 0 ? report : { ...report, detected: [...(report.detected ?? []), ...races] };
  },
  plain: plainGoTest,
  parsePlain: parseGoTestPlain,
  compiled: compiledGoTest,
} as const satisfies RunnerAdapter;
