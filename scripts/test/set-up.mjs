/** Before the lanes: finds and installs once what they need beyond `npm ci`, and reports it. */
import { missingDownloads, missingPackages } from '../toolchains/needed.mjs';
import { canInstallPackages, installCommand, installPackages } from '../toolchains/system-tool.mjs';

// An estimate for a JDK, Go, Rust, PHP and Ruby on two cores.
const APT_SECONDS = 180;
/** How many of a kind are installed side by side. npm mostly waits for the network; pip and what Java loads need a core each. */
const SIDE_BY_SIDE = { npm: 4, pip: 1, Maven: 1 };

/**
 * Says at the beginning what is missing, the command, and about how long it takes. Null where only root can install it; otherwise a promise
 * of everything being there, so that lanes that need none of it can start.
 * @param {(line: string) => void} say
 * @returns {Promise<{ installed: Promise<void> } | null>}
 */
export async function setUp(say) {
  const packages = await missingPackages();
  if (packages.length > 0) {
    say(`missing programs: ${packages.join(' ')}`);
    if (!(await canInstallPackages())) {
      say(`they are installed by root; type:\n  ${installCommand(packages)}`);
      return null;
    }
    say(`  ${installCommand(packages)}   (once, about ${minutes(APT_SECONDS)})`);
  }
  return { installed: install(packages, say) };
}

async function install(packages, say) {
  // What npm downloads needs no program of the system, and so it comes while they are installed.
  if (packages.length > 0)
    await Promise.all([installPackages(packages), download(await missingDownloads(isOfNpm), say)]);
  await download(await missingDownloads(), say);
}

/** Kinds are installed in parallel. */
async function download(downloads, say) {
  if (downloads.length === 0) return;
  const byKind = Object.entries(SIDE_BY_SIDE).map(([kind, width]) => {
    const ofKind = downloads.filter((one) => kindOf(one) === kind);
    return { ofKind, width };
  });
  const seconds = Math.max(...byKind.map(({ ofKind, width }) => sum(ofKind) / width));
  say(`missing downloads (once, about ${minutes(seconds)}):`);
  for (const { what } of downloads) say(`  ${what}`);
  await Promise.all(byKind.flatMap(({ ofKind, width }) => Array.from({ length: width }, () => installInTurn(ofKind))));
}

/** Several of these share one queue. */
async function installInTurn(queue) {
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) await next.install();
}

/** Gradle is installed after Maven: both run Java, which needs a core each. */
function kindOf({ what }) {
  const [kind] = what.split(':');
  return kind === 'Gradle' ? 'Maven' : kind;
}

const isOfNpm = (download) => kindOf(download) === 'npm';

const sum = (downloads) => downloads.reduce((total, { seconds }) => total + seconds, 0);

const minutes = (seconds) => (seconds < 60 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`);
