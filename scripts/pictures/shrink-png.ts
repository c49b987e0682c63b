import { crc32, deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const MOST_COLOURS = 256;
/** The others are those that differ most: a small sign in a colour of its own keeps it. */
const FREQUENT_COLOURS = 176;

/** Rewrites a picture of a page, in true colour, with a palette: a third of the size. */
export const shrinkPng = (png: Buffer): Buffer => {
  const { header, data } = readChunks(png);
  const width = header.readUInt32BE(0);
  const height = header.readUInt32BE(4);
  const channels = header[9] === 6 ? 4 : 3;
  const colours = toColours(inflateSync(data), width * channels, height, channels);
  const palette = findPalette(colours);
  const indexOf = createNearest(palette);
  const rows = Buffer.alloc((width + 1) * height);
  for (const [at, colour] of colours.entries()) rows[at + Math.floor(at / width) + 1] = indexOf(colour);
  const indexed = Buffer.from(header);
  // Indexed colour.
  indexed[9] = 3;
  return Buffer.concat([
    SIGNATURE,
    toChunk('IHDR', indexed),
    toChunk('PLTE', Buffer.from(palette.flatMap(partsOf))),
    toChunk('IDAT', deflateSync(rows, { level: 9 })),
    toChunk('IEND', Buffer.alloc(0)),
  ]);
};

const readChunks = (png: Buffer): { readonly header: Buffer; readonly data: Buffer } => {
  const data: Buffer[] = [];
  let header: Buffer = Buffer.alloc(0);
  for (let at = SIGNATURE.length; at < png.length;) {
    const length = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    const content = png.subarray(at + 8, at + 8 + length);
    if (type === 'IHDR') header = content;
    if (type === 'IDAT') data.push(content);
    at += length + 12;
  }
  return { header, data: Buffer.concat(data) };
};

/** Takes back the filter of each row (PNG specification, 9.2). */
const toColours = (raw: Buffer, stride: number, height: number, channels: number): Uint32Array => {
  const colours = new Uint32Array((stride / channels) * height);
  let above: Buffer = Buffer.alloc(stride);
  for (let row = 0; row < height; row++) {
    const begin = row * (stride + 1);
    const line = raw.subarray(begin + 1, begin + 1 + stride);
    for (let at = 0; at < stride; at++) {
      const left = at < channels ? 0 : (line[at - channels] ?? 0);
      const up = above[at] ?? 0;
      const corner = at < channels ? 0 : (above[at - channels] ?? 0);
      line[at] = (line[at] ?? 0) + predict(raw[begin] ?? 0, left, up, corner);
    }
    for (let at = 0; at < stride; at += channels)
      colours[(row * stride + at) / channels] =
        ((line[at] ?? 0) << 16) | ((line[at + 1] ?? 0) << 8) | (line[at + 2] ?? 0);
    above = line;
  }
  return colours;
};

const predict = (filter: number, left: number, up: number, corner: number): number => {
  switch (filter) {
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    case 4: {
      const all = [left, up, corner].map((value) => ({ value, distance: Math.abs(left + up - corner - value) }));
      return all.reduce((one, other) => (other.distance < one.distance ? other : one)).value;
    }
    default:
      return 0;
  }
};

const findPalette = (colours: Uint32Array): readonly number[] => {
  const counts = new Map<number, number>();
  for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const byCount = [...counts].sort(([one, count], [other, others]) => others - count || one - other);
  const palette = byCount.slice(0, FREQUENT_COLOURS).map(([colour]) => colour);
  const left = byCount.slice(FREQUENT_COLOURS).map(([colour, count]) => ({
    ...{ colour, weight: Math.sqrt(count) },
    distance: Math.min(...palette.map((each) => distanceOf(each, colour))),
  }));
  while (palette.length < MOST_COLOURS && left.some(({ distance }) => distance > 0)) {
    const { colour } = left.reduce((one, other) =>
      other.distance * other.weight > one.distance * one.weight ? other : one,
    );
    palette.push(colour);
    for (const each of left) each.distance = Math.min(each.distance, distanceOf(each.colour, colour));
  }
  return palette;
};

const createNearest = (palette: readonly number[]): ((colour: number) => number) => {
  const known = new Map(palette.map((colour, index) => [colour, index]));
  return (colour) => {
    const found = known.get(colour);
    if (found !== undefined) return found;
    const distances = palette.map((each) => distanceOf(each, colour));
    const index = distances.indexOf(Math.min(...distances));
    known.set(colour, index);
    return index;
  };
};

const partsOf = (colour: number): number[] => [colour >> 16, (colour >> 8) & 255, colour & 255];

const distanceOf = (one: number, other: number): number =>
  partsOf(one).reduce((sum, part, index) => sum + (part - (partsOf(other)[index] ?? 0)) ** 2, 0);

const toChunk = (type: string, content: Buffer): Buffer => {
  const chunk = Buffer.alloc(content.length + 12);
  chunk.writeUInt32BE(content.length, 0);
  chunk.write(type, 4, 'latin1');
  content.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + content.length)), 8 + content.length);
  return chunk;
};
