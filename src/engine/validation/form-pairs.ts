import { decodeLeniently } from '../../kernel/path.ts';

/** A name and a value as they were sent. */
export type Pair = readonly [name: string, value: string];

export const toPair = (text: string): Pair => {
  const end = text.indexOf('=');
  return end < 0 ? [text, ''] : [text.slice(0, end), text.slice(end + 1)];
};

/** As in the media type `application/x-www-form-urlencoded`, which queries are, too. */
export const decodeForm = (text: string): string =>
  /[%+]/.test(text) ? decodeLeniently(text.replaceAll('+', ' ')) : text;

/** The pairs of a query or a form, with values that are still encoded. */
export const formPairs = (text: string): Pair[] =>
  text.split('&').map((each) => {
    const [name, value] = toPair(each);
    return [decodeForm(name), value];
  });
