/** Java's own format for names and values. */

export function parseProperties(text) {
  const joined = text.replace(/\r\n?/g, '\n').replace(/((?:^|[^\\])(?:\\\\)*)\\\n[ \t\f]*/g, '$1');
  const lines = joined.split('\n').filter((line) => !/^[ \t\f]*(?:[#!]|$)/.test(line));
  return Object.fromEntries(
    lines.map((line) => {
      const [, name, value] = /^[ \t\f]*((?:\\[\s\S]|[^\\ \t\f:=])*)[ \t\f]*[:=]?[ \t\f]*([\s\S]*)$/.exec(line);
      return [unescaped(name), unescaped(value)];
    }),
  );
}

/** Lists become `name.0`, `name.1`, and so on. */
export function formatProperties(values) {
  const lines = Object.entries(values).flatMap(([name, value]) =>
    Array.isArray(value) ? value.map((one, at) => line(`${name}.${at}`, one)) : [line(name, value)],
  );
  return `${lines.join('\n')}\n`;
}

/** The values of `name.0`, `name.1`, and so on. */
export function listOf(properties, name) {
  const values = [];
  while (properties[`${name}${values.length}`] !== undefined) values.push(properties[`${name}${values.length}`]);
  return values;
}

function line(name, value) {
  return `${escaped(name)}=${escaped(String(value))}`;
}

function escaped(text) {
  return text
    .replace(/[\\:=#! \t\f]/g, '\\$&')
    .replace(/\n/g, '\\n')
    .replace(/\r/g, '\\r');
}

function unescaped(text) {
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|([\s\S]))/g, (_, code, one) => {
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
    return { n: '\n', r: '\r', t: '\t', f: '\f' }[one] ?? one;
  });
}
