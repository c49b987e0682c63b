/** With a full stop, unless it ends with a mark of its own: what was meant is asked, not told. */
export const toSentence = (message: string): string => (/[.?!]$/.test(message) ? message : `${message}.`);
