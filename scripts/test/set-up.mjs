/** Before the lanes: finds and installs once what they need beyond `npm ci`, and reports it. */
import { DOWNLOADS, missingDownloads, missingPackages } from '../toolchains/needed.mjs';
import { canInstallPackages, installCommand, installPackages } from '../toolchains/system-tool.mjs';

// An estimate for a JDK, Go, Rust, PHP and Ruby on two cores.
const APT_SECONDS = 180;
// Kinds are installed in parallel, the sets of one kind in turn: npm and pip each mostly wait for the network.
const KINDS = [...new Set(DOWNLOADS.map(kindOf))];

/**
 * Whether everything is there now. Says at the beginning what is missing, the command, and about how long it takes.
 * @param {(line: string) => void} say
 * @returns {Promise<boolean>}
 */
export async function setUp(say) {
  const packages = await missingPackages();
  if (packages.length > 0) {
    say(`missing programs: ${packages.join(' ')}`);
    if (!(await canInstallPackages())) {
      say(`they are installed by root; type:\n  ${installCommand(packages)}`);
      return false;
    }
    say(`  ${installCommand(packages)}   (once, about ${minutes(APT_SECONDS)})`);
    await installPackages(packages);
  }
  const downloads = await missingDownloads();
  if (downloads.length === 0) return true;
  const seconds = Math.max(...KINDS.map((kind) => sum(downloads.filter((one) => kindOf(one) === kind))));
  say(`missing downloads (once, about ${minutes(seconds)}):`);
  for (const { what } of downloads) say(`  ${what}`);
  await Promise.all(
    KINDS.map(async (kind) => {
      for (const { install } of downloads.filter((one) => kindOf(one) === kind)) await install();
    }),
  );
  return true;
}

/** Gradle is installed after Maven: both run Java, which needs a core each. */
function kindOf({ what }) {
  const [kind] = what.split(':');
  return kind === 'Gradle' ? 'Maven' : kind;
}

const sum = (downloads) => downloads.reduce((total, { seconds }) => total + seconds, 0);

const minutes = (seconds) => (seconds < 60 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`);
