/** What the config file excludes from a scan, in one line. */
import { plural } from '../../contract/plural.ts';
import type { LeftOut } from '../../contract/scan.ts';

export const leftOutLine = ({ pattern, reason, files }: LeftOut): string =>
  `${pattern} (${plural(files, 'file')}): ${reason}`;
