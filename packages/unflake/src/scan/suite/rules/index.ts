/** Every rule about suites of layered tests: first the contract of the steps, then what test code may not do. */
import type { SuiteRule } from '../suite-rule.ts';
import { debugToStderr } from './debug-to-stderr.ts';
import { ignoredStatus } from './ignored-status.ts';
import { independentMarkers } from './independent-markers.ts';
import { independentSetup } from './independent-setup.ts';
import { loadedEnvironment } from './loaded-environment.ts';
import { markedComplete } from './marked-complete.ts';
import { numbering } from './numbering.ts';
import { openDescriptor } from './open-descriptor.ts';
import { plainWords } from './plain-words.ts';
import { prerequisiteOrder } from './prerequisite-order.ts';
import { rawEcho } from './raw-echo.ts';
import { sequentialSetup } from './sequential-setup.ts';
import { sharedEnvironment } from './shared-environment.ts';
import { skip } from './skip.ts';
import { skippedPredecessor } from './skipped-predecessor.ts';
import { stepName } from './step-name.ts';
import { uncheckedRun } from './unchecked-run.ts';
import { unknownPrerequisite } from './unknown-prerequisite.ts';

export const SUITE_RULES: readonly SuiteRule[] = [
  sequentialSetup,
  independentSetup,
  stepName,
  loadedEnvironment,
  markedComplete,
  numbering,
  unknownPrerequisite,
  prerequisiteOrder,
  skippedPredecessor,
  plainWords,
  independentMarkers,
  sharedEnvironment,
  skip,
  ignoredStatus,
  uncheckedRun,
  rawEcho,
  debugToStderr,
  openDescriptor,
];
