/**
 * Client text may return in a header (a seed in `Preference-Applied`): encodes characters that no header can contain.
 */
export const toHeaderText = (text: string): string =>
  text.replaceAll(/[^\t -~]+/g, (part) => encodeURIComponent(part.toWellFormed()));

const toHeaderTexts = <T extends string | number>(headers: Readonly<Record<string, T>>): Record<string, T | string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, typeof value === 'string' ? toHeaderText(value) : value]),
  );

/**
 * Sets headers as they are, and encodes them only if Node refuses: checking each of them first would cost every
 * response.
 */
export const withHeaders = <T extends string | number, R>(
  headers: Readonly<Record<string, T>>,
  use: (headers: Readonly<Record<string, T | string>>) => R,
): R => {
  try {
    return use(headers);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return use(toHeaderTexts(headers));
  }
};
