/** The outcome of an execution, from Playwright's result: its steps show failures of hooks. */
'use strict';

const DEAD_WORKER = /^(?:Error: )?worker process exited unexpectedly/i;

/** `earlier` is the outcome of the previous test: a broken set-up, or a failure in a serial group, skips later tests. */
function outcomeOf(test, { status, errors, steps }, earlier) {
  if (status === 'skipped') return test.expectedStatus === 'skipped' || earlier !== 'errored' ? 'skipped' : 'errored';
  if (errors.some(({ message = '' }) => DEAD_WORKER.test(message))) return 'crashed';
  if (status === test.expectedStatus) return 'passed';
  if (status === 'interrupted') return 'errored';
  const errorIn = (title) => steps.find((step) => step.title === title && step.error !== undefined)?.error;
  if (errorIn('Before Hooks')) return 'errored';
  // A hook that fails after a failed body has its own error; the first is the body's.
  const behind = [errorIn('After Hooks'), errorIn('Worker Cleanup')];
  return behind.some((error) => error !== undefined && textOf(error) === textOf(errors[0])) ? 'errored' : 'failed';
}

const textOf = ({ message, value } = {}) => message ?? value;

function phasesOf({ duration, steps }) {
  const took = (...titles) =>
    steps.filter(({ title }) => titles.includes(title)).reduce((sum, step) => sum + Math.max(0, step.duration), 0);
  const setup = took('Before Hooks');
  const teardown = took('After Hooks', 'Worker Cleanup');
  return { setup, call: Math.max(0, duration - setup - teardown), teardown };
}

/** Playwright keeps the name of an error at the start of its message; of other thrown values it keeps the text. */
function thrown(test, { errors }) {
  const [error] = errors;
  if (error === undefined) return { name: 'Error', message: `expected to end as ${test.expectedStatus}` };
  const { message, stack, value } = error;
  if (message === undefined) return { name: 'value', message: value };
  const [, name = 'Error', text = message] = /^(\w*(?:Error|Exception)): ([\s\S]*)$/.exec(message) ?? [];
  return { name, message: text, stack };
}

module.exports = { outcomeOf, phasesOf, thrown };
