/** The history in the database of the store. Each question is a function of its own; this file only connects them to the port. */
import type { HistoryStore } from '../../history-port.ts';
import type { Connection } from '../connection.ts';
import { joinTests } from './join-tests.ts';
import { record } from './record.ts';
import { bodiless, renameCandidates, setBodies } from './renames.ts';
import { incidents } from './runs.ts';
import { prune, size } from './size.ts';
import { decided, names, statuses } from './suite.ts';
import { findTest } from './test-ids.ts';
import { assess, findTests, formerNames, page, testByKey, unassessed } from './tests.ts';
import { addProvoked, days, failedIn, markUnreachable, provoked, timeline } from './timeline.ts';

export function sqlHistory(db: Connection): HistoryStore {
  return {
    place: db.place,
    record: (runs) => record(db, runs),
    page: (query) => page(db, query),
    statuses: () => statuses(db),
    names: () => names(db),
    decided: () => decided(db),
    find: (text, limit) => findTests(db, text, limit),
    async byName(name) {
      const key = await findTest(db, name);
      return key === null ? null : await testByKey(db, key);
    },
    timeline: (test, limit) => timeline(db, test, limit),
    days: (tests, fromDay) => days(db, tests, fromDay),
    formerNames: (test) => formerNames(db, test),
    provoked: (test) => provoked(db, test),
    addProvoked: (test, runs) => addProvoked(db, test, runs),
    incidents: (limit) => incidents(db, limit),
    unassessed: () => unassessed(db),
    assess: (assessed) => assess(db, assessed),
    markUnreachable: (runId, tests) => markUnreachable(db, runId, tests),
    failedIn: (runId) => failedIn(db, runId),
    renameCandidates: () => renameCandidates(db),
    join: (from, into) => joinTests(db, from, into),
    bodiless: (limit) => bodiless(db, limit),
    setBodies: (bodies) => setBodies(db, bodies),
    size: () => size(db),
    prune: (beforeMs, dryRun) => prune(db, beforeMs, dryRun),
  };
}
