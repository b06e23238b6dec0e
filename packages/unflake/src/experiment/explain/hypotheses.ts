/** The suspects as hypotheses for people: evidence for and against in words, posterior, status, and what tells each from its rival. */
import type { Kind } from '../../contract/cause.ts';
import type { Hypothesis } from '../../contract/diagnosis.ts';
import type { StaticSource } from '../../contract/static-source.ts';
import type { FindingsSoFar } from '../diagnose/findings-so-far.ts';
import { detectorClues } from './detector-clues.ts';
import { type Clue, type Posterior, posterior, weight } from './posterior.ts';
import { sourceClues } from './source-clues.ts';
import { SUSPECT_NAMES, SUSPECTS, type Suspect, suspectOf } from './suspects.ts';

/** A clue counts as for or against when it moves the odds by at least this factor. */
const TELLING = Math.log(1.5);
/** Below this a suspect that no experiment spared is out. */
const REJECTED = 0.02;
/** The best rivals are shown, however unlikely, so that a reader sees what was ruled out. */
const FEWEST_SHOWN = 4;

const TOLD_APART_BY: Readonly<Record<Suspect, string>> = {
  victim: 'running it after the named tests and without them, on fresh runs',
  residue: 'running the named tests in another process first, with a shared and a private temporary folder',
  brittle: 'running it alone and after the named setters, on fresh runs',
  selfPolluter: 'running it twice in one process and once in a fresh one',
  slow: 'slowing the processor at two doses while nothing else changes',
  collision: 'the whole suite beside itself and one test after another, at equal load',
  dice: 'fixing the seed of every generator: the outcome then depends on the seed alone',
  iteration: 'fixing the hash seed and the order of folders: the outcome then depends on them alone',
  leak: 'the same number of other tests before it, under a lower limit on handles',
  outside: 'one setting of the environment at a time: zone, locale, date, network',
};

export function hypotheses(
  clues: readonly Clue[],
  chances: Posterior,
  proof: Suspect | null,
  findings: FindingsSoFar,
  sources: readonly StaticSource[] = [],
): readonly Hypothesis[] {
  const said = [...sourceClues(sources), ...detectorClues(findings.detect)];
  const all = [...clues, ...said];
  // What an experiment has proved is not to be doubted for what stands in the code, or for what a detector says.
  const shown = proof !== null || said.length === 0 ? chances : posterior(all);
  const ranked = SUSPECT_NAMES.toSorted((a, b) => shown[b] - shown[a]);
  return ranked
    .filter((name, rank) => rank < FEWEST_SHOWN || chances[name] >= REJECTED)
    .map((name) => ({
      family: SUSPECTS[name].family,
      kind: kindOf(name, findings),
      for: all.filter((clue) => weight(clue, name) >= TELLING).map((clue) => clue.says),
      against: all.filter((clue) => weight(clue, name) <= -TELLING).map((clue) => clue.says),
      posterior: shown[name],
      status: name === proof ? 'confirmed' : proof !== null || chances[name] < REJECTED ? 'rejected' : 'open',
      distinguishedBy: toldApartBy(name, findings),
    }));
}

/** Draws that do not reach what the code draws from have told nothing; that is said where the hypothesis stays open. */
function toldApartBy(name: Suspect, { perturb }: FindingsSoFar): string {
  const missed = perturb?.seeds.find(({ cause, unreached }) => unreached && cause && suspectOf(cause) === name);
  return missed ? `${TOLD_APART_BY[name]}; ${missed.knob} does not reach ${missed.unreached}` : TOLD_APART_BY[name];
}

/** As a knob has shown. Else, a timing failure that always ends at the same moment is a time-out; otherwise the wait is too short. */
export function kindOf(name: Suspect, { time, perturb }: FindingsSoFar): Kind {
  const cause = perturb?.proof?.cause;
  if (cause && suspectOf(cause) === name) return cause.kind;
  return name === 'slow' && time?.timeoutLike ? 'tight-timeout' : SUSPECTS[name].kind;
}
