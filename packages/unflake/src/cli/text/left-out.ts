/** What the config file excludes from a scan, in one line. */

import type { LeftOut } from '../../contract/scan.ts';
import { plural } from '../../text/plural.ts';

export const leftOutLine = ({ pattern, reason, files }: LeftOut): string =>
  `${pattern} (${plural(files, 'file')}): ${reason}`;
