// The scanner of jsonc-parser exports the kinds of its tokens as types only.

export const OPEN_OBJECT = 1;
export const COMMA = 5;
export const COLON = 6;
export const TEXT = 10;
export const NUMBER = 11;
export const UNKNOWN = 16;
export const END = 17;
export const OPENING: ReadonlySet<number> = new Set([OPEN_OBJECT, 3]);
export const CLOSING: ReadonlySet<number> = new Set([2, 4]);

/** Tokens between two steps: a millisecond. */
export const PAUSE_EVERY = 2000;
