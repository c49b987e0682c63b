/** Begins what is written differently; no character, so that nobody writes it. */
const MARK = '\u{10ffff}';

const UNSTORABLE = /[\u{10ffff}\ud800-\udfff]/gu;

/**
 * Databases keep Unicode; JavaScript's texts, and with them JSON's, may also hold halves of surrogate pairs. Two texts
 * that differ stay different.
 */
export const toStorable = (text: string): string =>
  text.isWellFormed() && !text.includes(MARK)
    ? text
    : text.replace(UNSTORABLE, (found) => MARK + (found === MARK ? 'mark' : found.charCodeAt(0).toString(16)));

const STORED = /\u{10ffff}(mark|[0-9a-f]{4})/gu;

export const fromStorable = (text: string): string =>
  text.includes(MARK)
    ? text.replace(STORED, (_found, name: string) => (name === 'mark' ? MARK : String.fromCharCode(parseInt(name, 16))))
    : text;
