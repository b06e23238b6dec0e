/** Writes the stream that src/reports/stream.ts reads: one line and one write(2) per event, so that a crash loses nothing before it. */
'use strict';

const { closeSync, openSync, realpathSync, writeSync } = require('node:fs');
const { relative, sep } = require('node:path');

// Captured at start, because tests replace clocks and functions of core modules.
const hrtime = process.hrtime.bigint;
const stringify = JSON.stringify;
const ROOT = realpathSync(process.env.UNFLAKE_ROOT ?? process.cwd());
const PATH = process.env.UNFLAKE_STREAM;

const TEXT_LIMIT = 8000;
let descriptor;
const detectors = process.env.UNFLAKE_DETECTORS === 'on' ? require('./detectors.cjs').watch(detected) : undefined;

function write(event) {
  if (PATH === undefined) throw new Error('UNFLAKE_STREAM does not name a file');
  descriptor ??= openSync(PATH, 'a');
  writeSync(descriptor, `${stringify(event)}\n`);
  if (detectors !== undefined) toDetectors(event);
}

function toDetectors({ ev, id }) {
  if (ev === 'start') detectors.started(id);
  if (ev === 'end') detectors.ended(id);
}

/** Later events go into a new file of the same name. */
function restart() {
  if (descriptor !== undefined) closeSync(descriptor);
  descriptor = undefined;
}

function problem(text) {
  write({ ev: 'problem', text: withoutColours(String(text)).slice(0, TEXT_LIMIT) });
}

function detected(report) {
  write({ ...report, says: withoutColours(report.says).slice(0, TEXT_LIMIT) });
}

const nowMs = () => Number(hrtime()) / 1e6;

/** Serializes whatever was thrown: people also throw strings and undefined. */
function serializeError(thrown) {
  if (typeof thrown !== 'object' || thrown === null) return { type: typeof thrown, message: String(thrown) };
  const { name, message, stack } = thrown;
  return {
    type: typeof name === 'string' && name !== '' ? name : 'Error',
    message: withoutColours(String(message ?? '')).slice(0, TEXT_LIMIT),
    ...(typeof stack === 'string' && { stack: withoutColours(stack).slice(-TEXT_LIMIT) }),
  };
}

/** A file as ids name it: relative to the folder the runner was started in, with forward slashes. */
function fileName(path) {
  return relative(ROOT, path).split(sep).join('/');
}

function withoutColours(text) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours start with the escape character.
  return text.replace(/\u001b\[[0-9;]*m/g, '');
}

module.exports = { fileName, nowMs, problem, restart, serializeError, write };
