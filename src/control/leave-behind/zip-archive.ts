import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';

/** A file of an archive; its name may begin with a folder. */
export interface ArchivedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const compress = promisify(deflateRaw);

/** Names are UTF-8 (bit 11); method 8 is deflate. */
const FLAGS = 0x0800;
const DEFLATE = 8;
const VERSION = 20;

/**
 * Writes a ZIP archive (APPNOTE.TXT 6.3, without encryption and ZIP64). The files are taken one after the other, so that
 * only one of them is in memory uncompressed. `at` is the time of all files.
 */
export const toZip = async (files: AsyncIterable<ArchivedFile>, at: Date): Promise<Buffer> => {
  const time = toDosTime(at);
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for await (const { name, bytes } of files) {
    const encodedName = Buffer.from(name);
    const compressed = await compress(bytes);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(VERSION, 0);
    facts.writeUInt16LE(FLAGS, 2);
    facts.writeUInt16LE(DEFLATE, 4);
    facts.writeUInt32LE(time, 6);
    facts.writeUInt32LE(crc32(bytes), 10);
    facts.writeUInt32LE(compressed.length, 14);
    facts.writeUInt32LE(bytes.byteLength, 18);
    facts.writeUInt16LE(encodedName.length, 22);
    const local = Buffer.concat([signature(0x04034b50), facts, encodedName]);
    parts.push(local, compressed);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(signature(0x02014b50), versionMadeBy(), facts, place, encodedName);
    offset += local.length + compressed.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  const count = parts.length / 2;
  end.writeUInt16LE(count, 4);
  end.writeUInt16LE(count, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, central, signature(0x06054b50), end]);
};

const signature = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

const versionMadeBy = (): Buffer => {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(VERSION);
  return bytes;
};

/** Seconds in steps of two, in the lower half; the date from 1980 in the upper one. */
const toDosTime = (at: Date): number => {
  const date = (Math.max(0, at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  return date * 0x10000 + time;
};
