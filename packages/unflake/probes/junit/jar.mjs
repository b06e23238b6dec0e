/** A jar file as text and bytes that are stored uncompressed, so that files of equal length give jars of equal length. */

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const VERSION = 10;
/** Names are UTF-8. */
const FLAGS = 0x0800;
/** 1 January 1980, the first day that the format has. */
const DAY = 0x0021;
const POLYNOMIAL = 0xedb88320;

/** @param {readonly { name: string, bytes: Buffer }[]} files */
export function jarOf(files) {
  const parts = [];
  const directory = [];
  let offset = 0;
  for (const { name, bytes } of files) {
    const path = Buffer.from(name);
    // Version, flags, method, time, day, checksum, both sizes, length of the name, no extra field.
    const about = fields([VERSION, 2], [FLAGS, 2], [0, 2], [0, 2], [DAY, 2], [checksum(bytes), 4], [bytes.length, 4]);
    const header = Buffer.concat([about, fields([bytes.length, 4], [path.length, 2], [0, 2])]);
    parts.push(fields([LOCAL, 4]), header, path, bytes);
    // No comment, first disk, no attributes.
    const rest = fields([0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]);
    directory.push(fields([CENTRAL, 4], [VERSION, 2]), header, rest, path);
    offset += 4 + header.length + path.length + bytes.length;
  }
  const central = Buffer.concat(directory);
  const count = files.length;
  const end = fields([END, 4], [0, 2], [0, 2], [count, 2], [count, 2], [central.length, 4], [offset, 4], [0, 2]);
  return Buffer.concat([...parts, central, end]);
}

/** `headers` of the manifest: lines have at most 72 bytes, and a longer one goes on after a space. */
export function manifestOf(headers) {
  const lines = Object.entries({ 'Manifest-Version': '1.0', ...headers }).map(([name, value]) =>
    `${name}: ${value}`.replace(/(?<=^.{70}(?:.{69})*)(?=.)/g, '\r\n '),
  );
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`);
}

function fields(...values) {
  return Buffer.concat(
    values.map(([value, size]) => {
      const bytes = Buffer.alloc(size);
      bytes.writeUIntLE(value, 0, size);
      return bytes;
    }),
  );
}

/** CRC-32. */
function checksum(bytes) {
  let rest = 0xffffffff;
  for (const byte of bytes) {
    rest ^= byte;
    for (let bit = 0; bit < 8; bit += 1) rest = (rest >>> 1) ^ (rest & 1 ? POLYNOMIAL : 0);
  }
  return (rest ^ 0xffffffff) >>> 0;
}
