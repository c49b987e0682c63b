/** Adds a full stop, unless the message ends with punctuation, as "did you mean ...?" does. */
export const toSentence = (message: string): string => (/[.?!]$/.test(message) ? message : `${message}.`);
