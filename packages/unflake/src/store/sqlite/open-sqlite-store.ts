/** The store in one SQLite file. Each query is a function of its own; this file only connects them to the port. */
import { unpack } from '../packed.ts';
import type { Store, StoredCase, StoredHunt } from '../port.ts';
import { indexSuite, type SuiteIndex } from '../selection.ts';
import { cases, closeCase, findCase, openCase, releaseCase, resumeCase } from './cases.ts';
import { type Connection, connect } from './connection.ts';
import { CERTIFICATIONS, closeHunt, findHunt, HUNTS, huntIds, openHunt, resumeHunt } from './hunts.ts';
import { appendTrial, dropTrials, ofCase, ofVerification, recordedTrial, trialInFull, trialsOf } from './trials.ts';
import {
  closeVerification,
  openVerification,
  releaseVerification,
  resumeVerification,
  verificationById,
  verifications,
} from './verifications.ts';

export function openSqliteStore(path: string): Store {
  const db = connect(path);
  const suiteOf = suites(db);
  const opened = <Stored extends Pick<StoredCase | StoredHunt, 'id' | 'suite'>>(stored: Stored): Stored => {
    suiteOf(stored.id, stored);
    return stored;
  };
  return {
    place: path,
    openCase: (newCase, random) => opened(openCase(db, newCase, random)),
    resumeCase: (caseId) => opened(resumeCase(db, caseId)),
    releaseCase: (caseId) => releaseCase(db, caseId),
    appendTrial: (caseId, trial) => appendTrial(db, ofCase(caseId), suiteOf(caseId), trial),
    recordedTrial: (caseId, seq) => recordedTrial(db, ofCase(caseId), suiteOf(caseId), seq),
    dropTrials: (caseId, fromSeq) => dropTrials(db, ofCase(caseId), fromSeq),
    closeCase: (caseId, closing, closedAtMs) => closeCase(db, caseId, closing, closedAtMs),
    cases: () => cases(db),
    findCase: (name) => opened(findCase(db, name)),
    openHunt: (newHunt, random) => opened(openHunt(db, HUNTS, newHunt, random)),
    resumeHunt: (huntId) => opened(resumeHunt(db, HUNTS, huntId)),
    closeHunt: (huntId, result, closedAtMs) => closeHunt(db, huntId, result, closedAtMs),
    findHunt: (name) => opened(findHunt(db, HUNTS, name)),
    openCertification: (newOne, random) => opened(openHunt(db, CERTIFICATIONS, newOne, random)),
    resumeCertification: (id) => opened(resumeHunt(db, CERTIFICATIONS, id)),
    closeCertification: (id, result, closedAtMs) => closeHunt(db, id, result, closedAtMs),
    findCertification: (name) => opened(findHunt(db, CERTIFICATIONS, name)),
    huntIds: (max) => huntIds(db, max),
    trials: (caseId) => trialsOf(db, ofCase(caseId), suiteOf(caseId)),
    trial: (caseId, seq) => trialInFull(db, caseId, suiteOf(caseId), seq),
    verifications: {
      of: (caseId) => verifications(db, caseId),
      open: (newVerification) => openVerification(db, newVerification),
      resume: (id) => resumeVerification(db, id),
      release: (id) => releaseVerification(db, id),
      finish: (id, result, closedAtMs) => closeVerification(db, id, result, closedAtMs),
      trialLog(id) {
        const suite = indexSuite(verificationById(db, id).suite);
        const owner = ofVerification(id);
        return {
          append: (trial) => appendTrial(db, owner, suite, trial),
          recorded: (seq) => recordedTrial(db, owner, suite, seq),
          drop: (fromSeq) => dropTrials(db, owner, fromSeq),
          trials: () => trialsOf(db, owner, suite),
        };
      },
    },
    close: () => db.close(),
  };
}

/** Caches the index of the last suite; cases are processed one at a time. */
function suites(db: Connection): (caseId: string, known?: Pick<StoredCase, 'suite'>) => SuiteIndex {
  let last: { readonly caseId: string; readonly index: SuiteIndex } | undefined;
  return (caseId, known) => {
    if (last?.caseId !== caseId) {
      const suite =
        known?.suite ??
        unpack<StoredCase['suite']>(db.get('SELECT suite FROM cases WHERE id = ?', caseId)?.suite ?? '[]');
      last = { caseId, index: indexSuite(suite) };
    }
    return last.index;
  };
}
