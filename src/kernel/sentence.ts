/** Adds a full stop, unless the message ends with punctuation, such as the question mark of "did you mean ...?". */
export const toSentence = (message: string): string => (/[.?!]$/.test(message) ? message : `${message}.`);

/** `1 call`, `2 calls`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
