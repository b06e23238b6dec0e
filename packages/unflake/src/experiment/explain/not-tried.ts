/** What was not tried, and why: the runner cannot, this machine cannot, the budget ended, or there is no knob for it yet. */
import type { Verdict } from '../../contract/cause.ts';
import type { NotTried } from '../../contract/diagnosis.ts';
import { settingsBeforeBroken } from '../diagnose/before-broken.ts';
import type { FindingsSoFar } from '../diagnose/findings-so-far.ts';
import type { DiagnoseQuestion } from '../diagnose/question.ts';

export function notTried(question: DiagnoseQuestion, findings: FindingsSoFar, verdict: Verdict): readonly NotTried[] {
  const { can } = question;
  const list: NotTried[] = [];
  if (findings.stopped) {
    const why = findings.stopped === 'budget' ? 'the budget of trials or minutes was spent' : 'it was interrupted';
    list.push({ what: unfinished(findings), why });
  }
  if (can.select !== 'test')
    list.push({ what: 'the test without the rest', why: 'this runner cannot select one test' });
  else if (can.order === 'none') list.push({ what: 'another order', why: 'this runner cannot set an order' });
  if (!can.repeat && can.select === 'test')
    list.push({ what: 'twice in one process', why: 'this runner cannot repeat a test in one process' });
  if (verdict === 'broken') return [...list, ...untriedSettings(question, findings)];
  if (verdict === 'isolated' || verdict === 'blocked') return list;
  list.push(...withoutWorkers(question), ...refused(question), ...leftAlone(question, findings));
  return list;
}

export function withoutWorkers({ can, refused: knobs }: DiagnoseQuestion): readonly NotTried[] {
  if (can.workers) return [];
  const { why, enable } = knobs.find(({ knob }) => knob === 'workers') ?? {
    why: 'this runner cannot set their number',
    enable: null,
  };
  return [{ what: 'several workers', why: enable === null ? why : `${why}; to enable it: ${enable}` }];
}

/** Of the settings that might let a test pass which always fails: those that were left out, and who could not run it. */
function untriedSettings({ knobs, refused: all }: DiagnoseQuestion, { perturb }: FindingsSoFar): readonly NotTried[] {
  const failed = new Set(perturb?.failed?.map(({ knob, setting }) => `${knob} ${setting}`));
  const steady = new Map(settingsBeforeBroken(knobs).map(({ choice }) => [choice.knob, choice]));
  const left = [...steady.values()].flatMap(({ knob, pin, settings }) => {
    const count = [pin, ...settings].filter((setting) => !failed.has(`${knob} ${setting}`)).length;
    return count === 0 ? [] : [`${knob} (${count} of ${settings.length + 1} settings)`];
  });
  const row = { what: left.join(', '), why: 'it failed under every setting that was tried' };
  const users = all.filter(({ knob }) => knob === 'user');
  return [...(left.length === 0 ? [] : [row]), ...refused({ refused: users })];
}

/** Each with the command that would enable it; what nothing would enable stands together. */
function refused({ refused: all }: Pick<DiagnoseQuestion, 'refused'>): readonly NotTried[] {
  const knobs = all.filter(({ knob }) => knob !== 'workers');
  const never = knobs.filter(({ enable }) => enable === null);
  return [
    ...knobs.flatMap(({ knob, why, enable }) =>
      enable === null ? [] : [{ what: `knob ${knob}`, why: `${why}; to enable it: ${enable}` }],
    ),
    ...(never.length === 0
      ? []
      : [
          {
            what: `${never.length === 1 ? 'knob' : 'knobs'} ${never.map(({ knob }) => knob).join(', ')}`,
            why: never.map(({ why }) => why).join('; '),
          },
        ]),
  ];
}

/** What stays the same from run to run is not turned while the test fails and passes all the same. */
function leftAlone({ knobs }: DiagnoseQuestion, { confirm, perturb }: FindingsSoFar): readonly NotTried[] {
  if (confirm?.kind !== 'flaky') return [];
  const turned = new Set(perturb?.passed.map(({ knob }) => knob));
  const still = knobs.filter(
    ({ knob, deterministic, shape }) => deterministic && shape !== 'seed' && !turned.has(knob),
  );
  const names = [...new Set(still.map(({ knob }) => knob))].join(', ');
  return names === '' ? [] : [{ what: names, why: 'it fails only sometimes while these stay as they are' }];
}

function unfinished({ confirm, isolate, order, time, perturb, amplify, reproduce }: FindingsSoFar): string {
  if (confirm === null) return 'enough runs to say whether it is flaky';
  if (perturb !== null || amplify !== null) return reproduce === null ? 'the rest of the knobs' : 'further experiments';
  if (isolate === null && time === null) return 'telling apart what happens alone and in the suite';
  if (order?.kind === 'unresolved') return 'the rest of the order search';
  return reproduce === null ? 'the reproduction' : 'further experiments';
}
