/**
 * Tests whose process ended before Rust's harness had its say, as by process::exit or a signal. Nextest goes by the exit status alone and
 * calls such a test passed or failed; its JUnit report keeps what the process printed.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** From the report, or from the folder into which a profile of the project writes its own. */
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
      // Harnesses of other makers may print neither line.
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
