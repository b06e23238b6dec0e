/** The packages of a Go module that have tests, in the order in which `go test` runs them. */
import { spawnSync } from 'node:child_process';
import { relative } from 'node:path';

const FORMAT = '{{.Dir}}\t{{.Name}}\t{{join .TestGoFiles "/"}}\t{{join .XTestGoFiles "/"}}';
/** Flags of the build that decide which files belong to a package. */
const LISTING_FLAGS = /^--?(tags|mod|modfile)(=|$)/;
const MAX_OUTPUT = 1 << 26;

export function goPackages(go, patterns, args) {
  const argv = ['list', '-e', '-f', FORMAT, ...listingFlags(args), '--', ...patterns];
  const { status, error, stdout, stderr } = spawnSync(go, argv, { encoding: 'utf8', maxBuffer: MAX_OUTPUT });
  if (error) throw error;
  const packages = stdout
    .split('\n')
    .map((line) => line.split('\t'))
    .filter((fields) => fields.length === 4 && (fields[2] !== '' || fields[3] !== ''))
    .map(([dir, name, own, external]) => ({
      dir,
      folder: relative(process.cwd(), dir) || '.',
      name,
      own: own.split('/').filter(Boolean),
      external: external.split('/').filter(Boolean),
    }));
  return { packages, problem: status === 0 ? null : stderr.trim() };
}

function listingFlags(args) {
  return args.flatMap((word, at) => {
    if (LISTING_FLAGS.test(word)) return [word];
    const before = args[at - 1] ?? '';
    return LISTING_FLAGS.test(before) && !before.includes('=') ? [word] : [];
  });
}
