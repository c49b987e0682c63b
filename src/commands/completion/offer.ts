import type { CommandDeclaration, Flag } from '../command-line/declaration.ts';

/** Completion at a position of the command line: words, files, or nothing. */
export type Offer = readonly string[] | 'files';

export const offerOfValue = ({ value = '', choices = [] }: Flag): Offer =>
  /\b(?:FILE|FOLDER)\b/.test(value) ? 'files' : choices;

export const offerOfWords = ({ wordChoices = [] }: CommandDeclaration): Offer => wordChoices;

/** The first sentence, short enough to show beside the option. */
export const briefly = (help: string): string => /^.*?(?=\.? [A-Z]|[.;] |\.?$)/s.exec(help)?.[0] ?? help;

/** Quotes a text as one word for any of the shells. */
export const quote = (text: string, escapedQuote: string): string => `'${text.replaceAll("'", escapedQuote)}'`;
