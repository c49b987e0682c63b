/** Removes control characters: data of requests must not control this terminal. */
export const printable = (line: string): string => line.replaceAll(/\p{Cc}/gu, '\u{FFFD}');
