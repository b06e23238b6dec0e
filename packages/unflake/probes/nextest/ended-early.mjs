/**
 * Tests whose process ended before Rust's harness did, for example by process::exit or a signal. nextest uses only the exit status and
 * reports such a test as passed or failed; its JUnit report has the output of the process.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** From our report, or from the folder to which a profile of the project writes its own. */
export function endedEarly(places) {
  return places
    .filter((place) => existsSync(place))
    .flatMap((place) => (statSync(place).isDirectory() ? filesIn(place) : [place]))
    .flatMap((path) => casesEndedEarly(readFileSync(path, 'utf8')));
}

function filesIn(folder) {
  const names = readdirSync(folder, { recursive: true }).sort();
  return names.filter((name) => name.endsWith('.xml')).map((name) => join(folder, name));
}

export function casesEndedEarly(xml) {
  return xml
    .split('<testcase ')
    .slice(1)
    .flatMap((one) => {
      const [, output = ''] = /<system-out>([\s\S]*?)<\/system-out>/.exec(one) ?? [];
      // Custom harnesses may print neither line.
      const isEarly = /^running 1 test$/m.test(output) && !/^test result: /m.test(output);
      const [, failure = ''] = /<failure( [^>]*)>/.exec(one) ?? [];
      const type = attribute(failure, 'type') ?? 'test failure with exit code 0';
      if (!isEarly || type.includes('timeout')) return [];
      const words = type.includes('exit code')
        ? `the process ended with ${type.replace(/^.* with /, '')}`
        : (attribute(failure, 'message') ?? type);
      return { binaryId: attribute(one, 'classname'), name: attribute(one, 'name'), words };
    });
}

function attribute(tag, name) {
  const value = new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(tag)?.[1];
  return value?.replace(/&(lt|gt|quot|apos|amp);/g, (_, letter) => CHARACTERS[letter]);
}

const CHARACTERS = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
