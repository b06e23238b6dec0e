/** What a text in the code means for the machine it runs on: a path, a port, a host, a query. */

const OWN_HOST =
  /^(?:localhost|(?:[\w-]+\.)*localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[?::1?\]?|\[::\]|host\.docker\.internal|10\.\d+\.\d+\.\d+|192\.168\.\d+\.\d+)?$/i;
/** Reserved: nobody answers there, and tests that want exactly that use them. */
const NOBODY = /\.(?:invalid|test|example|local|internal)$|^(?:192\.0\.2|198\.51\.100|203\.0\.113)\.\d+$/i;

export const isTempPath = (text: string): boolean => /^(?:file:)?(?:\/tmp|\/var\/tmp|\/private\/tmp)\/./.test(text);

/** A place that another machine does not have, or has with other things in it. */
export const isMachinePath = (text: string): boolean =>
  /^(?:\/(?:home|Users|root|opt|srv|mnt|data|etc|usr\/local|usr\/share|var\/(?!tmp\/))(?:\/|$)|[A-Za-z]:[\\/])/.test(
    text,
  ) || /^\/var\/(?:lib|log|run|cache|data)\//.test(text);

/** The port at the end of an address; null when there is none, or when the system chooses. */
export function fixedPort(address: string): number | null {
  const port = Number(/(?:^|[^:\d]|\]|\b):(\d{2,5})(?:$|[/?])/.exec(address)?.[1] ?? 0);
  return port > 0 && port < 65_536 ? port : null;
}

/** The host of a URL or an address, when it is one out in the world. */
function foreignHost(text: string): string | null {
  const url =
    /^(?:https?|wss?|ftp|tcp|redis|amqp|postgres(?:ql)?|mysql|mongodb):\/\/(?:[^/@\s]*@)?(\[[^\]]*\]|[^/:?#\s]*)/i.exec(
      text,
    )?.[1];
  const address =
    url ??
    /^(\[[^\]]*\]|[\w.-]+):\d{1,5}$/.exec(text)?.[1] ??
    (/^(?:[\w-]+\.)+[a-z]{2,}$/i.test(text) ? text : undefined);
  if (address === undefined || OWN_HOST.test(address) || NOBODY.test(address) || /[%${}]/.test(address)) return null;
  return /\./.test(address) ? address : null;
}

const withoutComments = (sql: string): string => sql.replace(/--.*$/gm, '').replace(/\/\*[\s\S]*?\*\//g, '');

export const isSelect = (sql: string): boolean => /^\s*(?:select|with)\b/i.test(withoutComments(sql));

/** A query of several rows whose order the database may choose. */
export function isUnordered(sql: string): boolean {
  const text = withoutComments(sql).replace(/\s+/g, ' ').trim();
  if (!/^(?:with\b.*\)\s*)?select\b/i.test(text) || /\border by\b/i.test(text)) return false;
  const columns = /^(?:with\b.*\)\s*)?select (.*?) from\b/i.exec(text)?.[1];
  if (columns === undefined) return false;
  const aggregates =
    /^(?:(?:count|sum|max|min|avg|exists|bool_and|bool_or|json_agg|array_agg|string_agg|group_concat)\s*\(.*\)(?:::\w+)?(?:\s+as \w+)?,?\s*)+$/i;
  if (aggregates.test(columns) && !/\bgroup by\b/i.test(text)) return false;
  // One row at most.
  return (
    !/\blimit 1\b(?! offset)/i.test(text) &&
    !/\bwhere (?:\w+\.)?(?:id|uuid|email|key|slug|token)\s*=\s*\S+\s*;?$/i.test(text)
  );
}

const NAMES_A_FILE =
  /\.(?:txt|json|csv|xml|ya?ml|md|html?|php|rb|kts?|cs|cpp|cc|hpp|js|ts|log|db|sqlite|sql|tmp|zip|gz|tar|png|jpe?g|gif|svg|pdf|dat|bin|conf|cfg|ini|properties|lock|so|dll|exe|pem|key|crt|phar|jar)$/i;

export const isForeignUrl = (text: string | null): boolean =>
  text?.includes('://') === true && foreignHost(text) !== null;

/** For calls that take the name of a host. */
export const isForeignName = (text: string | null): boolean =>
  text !== null && foreignHost(text) !== null && !NAMES_A_FILE.test(text);
