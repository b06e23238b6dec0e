/** Archives built byte by byte, so that the reader is tested against the formats and not against a tool. */

const BLOCK = 512;

export interface TarEntry {
  readonly name: string;
  readonly type?: string;
  readonly content?: string;
  readonly prefix?: string;
  /** The size in binary, as for files of 8 GiB and more. */
  readonly binarySize?: boolean;
}

export function tar(entries: readonly TarEntry[]): Buffer {
  return Buffer.concat([...entries.map(tarEntry), Buffer.alloc(2 * BLOCK)]);
}

/** A pax header for the entry that follows it. */
export function pax(path: string): TarEntry {
  const record = ` path=${path}\n`;
  const body = Buffer.byteLength(record);
  // The length counts its own digits.
  const length = body + String(body + String(body).length).length;
  return { name: 'PaxHeader', type: 'x', content: `20 mtime=1234567890\n${length}${record}` };
}

function tarEntry({ name, type = '0', content = '', prefix = '', binarySize }: TarEntry): Buffer {
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0, 100);
  header.write('0000644\0', 100);
  const body = Buffer.from(content);
  if (binarySize) {
    header[124] = 0x80;
    header.writeUInt32BE(body.length, 132);
  } else {
    header.write(`${body.length.toString(8).padStart(11, '0')}\0`, 124);
  }
  header.write(type, 156);
  header.write('ustar\0', 257);
  header.write(prefix, 345);
  return Buffer.concat([header, body, Buffer.alloc((BLOCK - (body.length % BLOCK)) % BLOCK)]);
}

export function zip(names: readonly string[], comment = ''): Buffer {
  const local: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const name of names) {
    const bytes = Buffer.from(name);
    const file = Buffer.alloc(30);
    file.writeUInt32LE(0x04034b50, 0);
    file.writeUInt16LE(bytes.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(bytes.length, 28);
    entry.writeUInt32LE(offset, 42);
    local.push(file, bytes);
    directory.push(entry, bytes);
    offset += file.length + bytes.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(names.length, 8);
  end.writeUInt16LE(names.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([...local, ...directory, end, Buffer.from(comment)]);
}
