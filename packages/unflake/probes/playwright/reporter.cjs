/** Reports from Playwright's main process: the tests, start and end of the selected ones, and other errors. */
'use strict';

const { problem, serializeError, write } = require('../javascript/stream.cjs');
const { outcomeOf, phasesOf, thrown } = require('./outcome.cjs');
const { planRun } = require('./plan-run.cjs');

module.exports = class {
  #plan;
  #earlier;

  onBegin(_config, suite) {
    this.#plan = planRun(suite);
    write({ ev: 'collected', ids: [...this.#plan.idOf.values()] });
    for (const id of this.#plan.missing) problem(`no such test: ${id}`);
  }

  onTestBegin(test) {
    if (this.#plan.isChosen(test)) write({ ev: 'start', id: this.#plan.idOf.get(test), run: 0 });
  }

  onTestEnd(test, result) {
    const outcome = outcomeOf(test, result, this.#earlier);
    this.#earlier = outcome;
    const id = this.#plan.idOf.get(test);
    const isFailure = outcome !== 'passed' && outcome !== 'skipped';
    const error = isFailure ? serializeError(thrown(test, result)) : undefined;
    if (outcome === 'crashed') problem(`${error.message} in ${id}`);
    if (!this.#plan.isChosen(test)) {
      if (isFailure) problem(`${id}, on which the selected tests depend: ${error.message}`);
      return;
    }
    const run = 0;
    if (outcome !== 'skipped')
      for (const [when, ms] of Object.entries(phasesOf(result))) write({ ev: 'phase', id, run, when, ms });
    write({ ev: 'end', id, run, outcome, ms: result.duration, error });
  }

  onError({ message, value, location }) {
    problem(`${location ? `${location.file}:${location.line}: ` : ''}${message ?? value}`);
  }

  onEnd() {
    write({ ev: 'done' });
  }

  printsToStdio() {
    return false;
  }
};
