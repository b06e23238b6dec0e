/** One planted case: the files that a defect adds to a project, the victim's id, and the right results. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as bash from './bash.mjs';
import * as go from './go.mjs';
import * as java from './java.mjs';
import * as javascript from './javascript.mjs';
import { KINDS, PLACES } from './kinds.mjs';
import * as python from './python.mjs';
import * as rust from './rust.mjs';

const LANGUAGES = {
  pytest: python,
  unittest: python,
  jest: javascript,
  vitest: javascript,
  mocha: javascript,
  'node-test': javascript,
  'go-test': go,
  'cargo-test': rust,
  maven: java,
  bats: bash,
};

/** libtest runs tests of one file in threads, so that shared state also collides concurrently. */
const ALSO_IN_THREADS = ['shared-state/parallel-collision', 'shared-state/data-race'];
/** Rust's standard library has no source of randomness except the keys of its hash tables. */
const ALSO_IN_RUST = { random: ['nondeterminism/iteration-order'] };
/** A BATS test is a process: state for the next one is in a file. */
const ALSO_IN_BATS = { cache: ['ordering/residue'] };

/** Not every language can have every defect: JavaScript's collections keep their order, and a BATS test shares no memory with another. */
export const canPlant = (kind, { runner }) => kind in (LANGUAGES[runner]?.defects ?? {});

/** `order`: roles in the order of the suite; `port`: a fixed one for servers. */
export function makePlant(kind, project, { order, port }) {
  const { stem, titles, causes, knobs } = KINDS[kind];
  const language = LANGUAGES[project.runner];
  const slug = project.name.split('/')[1].replace(/\W/g, '-');
  const places = order.length === 2 ? [PLACES[0], PLACES[2]] : PLACES;
  const files = order.map((role, at) => ({ place: places[at], roles: [role] }));
  const code = filledIn(language.defects[kind], (text) =>
    text.replaceAll('SLUG', slug).replaceAll('PORT', String(port)),
  );
  const rendered = language.render({ stem, code, titles, files, project });
  const inThreads = project.runner === 'cargo-test' && order.length > 1 ? ALSO_IN_THREADS : [];
  const inRust = project.runner === 'cargo-test' ? (ALSO_IN_RUST[kind] ?? []) : [];
  const inBats = project.runner === 'bats' ? (ALSO_IN_BATS[kind] ?? []) : [];
  return {
    kind,
    order,
    ...rendered,
    causes: [...causes, ...inThreads, ...inRust, ...inBats],
    knobs,
    /** Files that the tests leave outside the project. */
    leaves: kind === 'leftover-file' ? ['json', 'txt'].map((end) => `${slug}-history.${end}`) : [],
    plain: (roles) => language.plain({ ids: rendered.ids, roles, project }),
  };
}

export function writePlant({ files }, root) {
  for (const [path, text] of Object.entries(files)) {
    const folder = dirname(join(root, path));
    mkdirSync(folder, { recursive: true });
    const head = path.endsWith('.java') ? licenceIn(folder) : '';
    writeFileSync(join(root, path), `${head}${text}`);
  }
}

/** The comment at the top of every file of the folder: some builds require it. */
function licenceIn(folder) {
  const [other] = readdirSync(folder)
    .filter((name) => name.endsWith('.java'))
    .sort();
  return other === undefined ? '' : (/^\/\*.*?\*\/\s*/s.exec(readFileSync(join(folder, other), 'utf8'))?.[0] ?? '');
}

function filledIn(code, fill) {
  const filled = (part) => {
    if (typeof part === 'string') return fill(part);
    return typeof part === 'function' ? (given) => fill(part(given)) : part;
  };
  return Object.fromEntries(Object.entries(code).map(([name, part]) => [name, filled(part)]));
}
