/** Test programs that cargo built once, started as cargo would start them. */
import type { CompiledRuns } from '../../contract/runner.ts';
import { builtPrograms } from '../built-programs.ts';
import { probeListing, streamPath } from '../probe-files.ts';
import { cargoDriver, cargoEnvironment } from './driver.ts';
import { selectionByTarget, targetsInOrder } from './selection.ts';

export const compiledCargoTest: CompiledRuns = {
  build: (context) => cargoDriver(context, ['--keep'], probeListing(context)),
  called: 'running test programs that are built once',
  parseBuild: (run, context) => builtPrograms(run, streamPath(context)),
  command: (request, context, programs) => {
    const [target, ...others] = targetsInOrder(request);
    const probe = selectionByTarget(request, context);
    const program = programs.find(({ file }) => file === target?.file);
    if (target === undefined || program === undefined) return null;
    if (others.length > 0) {
      const files = { ...probe.files, 'programs.json': JSON.stringify(programs) };
      return cargoDriver(context, ['--programs', `${context.folder}/programs.json`], { ...probe, files });
    }
    return {
      ...probe,
      argv: [program.path, ...target.args],
      // The harness's lines are the report.
      stdoutTo: streamPath(context),
      env: { ...cargoEnvironment(context), ...program.env, ...probe.env, RUSTC_BOOTSTRAP: '1' },
      cwd: program.cwd,
    };
  },
};
