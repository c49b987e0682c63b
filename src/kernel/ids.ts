import type { Random } from './random.ts';

const hex = (word: number): string => word.toString(16).padStart(8, '0');

/** 32 lower-case hexadecimal digits, the form of a W3C trace id. */
export const drawTraceId = (random: Random): string =>
  hex(random.uint32()) + hex(random.uint32()) + hex(random.uint32()) + hex(random.uint32());

/** A version 4 UUID. */
export const drawUuid = (random: Random): string => {
  const a = hex(random.uint32());
  const b = hex(random.uint32());
  const c = hex(random.uint32());
  const d = hex(random.uint32());
  const variant = ((Number.parseInt(c.charAt(0), 16) & 0x3) | 0x8).toString(16);
  return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-${variant}${c.slice(1, 4)}-${c.slice(4)}${d}`;
};

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** `prefix` and 26 Crockford base32 characters, as in `wh_...`, `del_...`, `evt_...`. */
export const drawPrefixedId = (prefix: string, random: Random): string => {
  let id = prefix;
  for (let i = 0; i < 26; i++) id += CROCKFORD.charAt(random.integer(0, 31));
  return id;
};
