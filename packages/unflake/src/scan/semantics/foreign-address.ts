/** Addresses out in the world, told apart from names of files, which look the same without a scheme. */
import { foreignHost } from './written-places.ts';

const NAMES_A_FILE =
  /\.(?:txt|json|csv|xml|ya?ml|md|html?|php|rb|kts?|cs|cpp|cc|hpp|js|ts|log|db|sqlite|sql|tmp|zip|gz|tar|png|jpe?g|gif|svg|pdf|dat|bin|conf|cfg|ini|properties|lock|so|dll|exe|pem|key|crt|phar|jar)$/i;

export const isForeignUrl = (text: string | null): boolean =>
  text?.includes('://') === true && foreignHost(text) !== null;

/** For calls that take the name of a host. */
export const isForeignName = (text: string | null): boolean =>
  text !== null && foreignHost(text) !== null && !NAMES_A_FILE.test(text);
