/** The flags of a project without those that a trial sets: reporter, workers, bail. */
const ALONE =
  /^(?:-b|--(?:no-)?bail|-p|--(?:no-)?parallel|-w|--(?:no-)?watch|--(?:no-)?dry-run|--(?:inspect|inspect-brk)(?:=.*)?|inspect)$/;
const WITH_VALUE = /^(?:-R|--reporter|-O|--reporter-options?|-j|--jobs|--retries)(?:=(.*))?$/;

export function withoutOurs(words) {
  const kept = [];
  const rest = [...words];
  while (rest.length > 0) {
    const word = rest.shift();
    const valued = WITH_VALUE.exec(word);
    if (valued && valued[1] === undefined) rest.shift();
    if (!valued && !ALONE.test(word)) kept.push(word);
  }
  return kept;
}
