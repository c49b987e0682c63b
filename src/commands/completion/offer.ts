import type { CommandDeclaration, Flag } from '../command-line/declaration.ts';

/** What a shell offers at a place of the command line: words, files, or nothing. */
export type Offer = readonly string[] | 'files';

export const offerOfValue = ({ value = '', choices = [] }: Flag): Offer =>
  /\b(?:FILE|FOLDER)\b/.test(value) ? 'files' : choices;

export const offerOfWords = ({ wordChoices = [] }: CommandDeclaration): Offer => wordChoices;

/** The first sentence, which fits beside the option. */
export const briefly = (help: string): string => /^.*?(?=\.? [A-Z]|[.;] |\.?$)/s.exec(help)?.[0] ?? help;

/** As one word of any of the shells. */
export const quote = (text: string, escapedQuote: string): string => `'${text.replaceAll("'", escapedQuote)}'`;
