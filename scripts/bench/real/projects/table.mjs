/**
 * The rows as a page: one project per line, and the rate of each draw. The newest row of a project counts in the table, its first one in
 * the draw.
 */
export function table(rows) {
  const installed = rows.filter((row) => row.installed);
  const names = [...new Set(installed.map(({ project }) => project))];
  const newest = names.map((name) => installed.findLast(({ project }) => project === name));
  const missing = [...new Set(rows.filter((row) => !row.installed).map(({ project }) => project))].filter(
    (name) => !names.includes(name),
  );
  const seeds = [...new Set(installed.map(({ seed }) => seed))];
  const drawn = seeds.map((seed) => {
    const first = names
      .map((name) => installed.find(({ project }) => project === name))
      .filter((row) => row.seed === seed);
    return `- draw ${seed}: ${first.filter(isListed).length} of ${first.length} list right at first, ${first.filter(({ first: trouble }) => trouble === null).length} without any trouble`;
  });
  return [
    '| project | runner | own count | `list` | seconds | one test | first trouble |',
    '|---|---|---|---|---|---|---|',
    ...newest.map(line),
    '',
    `${newest.filter(isListed).length} of ${newest.length} list right now.`,
    '',
    ...drawn,
    ...(missing.length === 0 ? [] : ['', `Drawn, and not installed here: ${missing.join(', ')}.`]),
  ].join('\n');
}

const isListed = ({ list, own }) => list.count === own.count;

function line({ project, own, list, healthy, first }) {
  const trouble = (first ?? '').replaceAll('|', '\\|').split('\n')[0].slice(0, 160);
  return `| ${project} | ${list.runner ?? own.runner} | ${own.count} | ${list.count} | ${list.seconds} | ${healthy?.verdict ?? ''} | ${trouble} |`;
}
