/** Prefix of escaped characters; a noncharacter, so that ordinary text never contains it. */
const MARK = '\u{10ffff}';

/** Begins names in the file that no text is stored as: see {@link toStorable}. */
export const LEFT = `${MARK}left/`;

// Node 22 truncates a text from a database at a NUL character.
const UNSTORABLE = /[\0\u{10ffff}\ud800-\udfff]/gu;

const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes(MARK) && !text.includes('\0');

/**
 * Databases store Unicode; JavaScript strings, and so JSON, may also contain lone surrogates. Different texts stay
 * different.
 */
export const toStorable = (text: string): string =>
  isStorable(text)
    ? text
    : text.replace(UNSTORABLE, (found) => MARK + (found === MARK ? 'mark' : toHex(found.charCodeAt(0))));

const toHex = (code: number): string => code.toString(16).padStart(4, '0');

const STORED = /\u{10ffff}(mark|[0-9a-f]{4})/gu;

export const fromStorable = (text: string): string =>
  text.includes(MARK)
    ? text.replace(STORED, (_found, name: string) => (name === 'mark' ? MARK : String.fromCharCode(parseInt(name, 16))))
    : text;
