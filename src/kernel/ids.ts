import type { Random } from './random.ts';

const scratch = Buffer.alloc(16);

/**
 * 128 bits in one buffer for all ids. A buffer for each id, and a UUID joined from slices of its digits, make GET /me
 * 16 % slower (Node 24, 2 cores).
 */
const drawBits = (random: Random): Buffer => {
  for (let offset = 0; offset < 16; offset += 4) {
    const bits = random.uint32();
    scratch[offset] = bits >>> 24;
    scratch[offset + 1] = bits >>> 16;
    scratch[offset + 2] = bits >>> 8;
    scratch[offset + 3] = bits;
  }
  return scratch;
};

/** 32 lower-case hexadecimal digits, the format of a W3C trace id. */
export const drawTraceId = (random: Random): string => drawBits(random).toString('hex');

/** Template of a UUID with its hyphens. */
const letters = Buffer.from('00000000-0000-0000-0000-000000000000');

const DIGITS = Buffer.from('0123456789abcdef');

/** A version 4 UUID. */
export const drawUuid = (random: Random): string => {
  const bits = drawBits(random);
  bits[6] = ((bits[6] ?? 0) & 0x0f) | 0x40;
  bits[8] = ((bits[8] ?? 0) & 0x3f) | 0x80;
  for (let index = 0, at = 0; index < 16; index++) {
    if (at === 8 || at === 13 || at === 18 || at === 23) at++;
    const byte = bits[index] ?? 0;
    letters[at++] = DIGITS[byte >>> 4] ?? 0;
    letters[at++] = DIGITS[byte & 0x0f] ?? 0;
  }
  return letters.toString('latin1');
};

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** `prefix` and 26 Crockford base32 characters, as in `wh_...`, `del_...`, `evt_...`. */
export const drawPrefixedId = (prefix: string, random: Random): string => {
  let id = prefix;
  for (let i = 0; i < 26; i++) id += CROCKFORD.charAt(random.integer(0, 31));
  return id;
};

const SECRET_WORDS = 8;

/** 256 bits. */
export const drawSecret = (random: Pick<Random, 'uint32'>): string => {
  const bytes = Buffer.alloc(SECRET_WORDS * 4);
  for (let word = 0; word < SECRET_WORDS; word++) bytes.writeUInt32LE(random.uint32(), word * 4);
  return bytes.toString('base64url');
};
