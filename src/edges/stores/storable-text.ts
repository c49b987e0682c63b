/** Begins what is written differently; no character, so that nobody writes it. */
const MARK = '\u{10ffff}';

// A text with a zero in it ends there where Node 22 reads it from a database.
const UNSTORABLE = /[\0\u{10ffff}\ud800-\udfff]/gu;

const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes(MARK) && !text.includes('\0');

/**
 * Databases keep Unicode; JavaScript's texts, and with them JSON's, may also hold halves of surrogate pairs. Two texts
 * that differ stay different.
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
