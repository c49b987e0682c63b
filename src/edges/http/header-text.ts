/** A client's own text may come back in a header (a seed in `Preference-Applied`): what no header can carry is encoded. */
export const toHeaderText = (text: string): string =>
  text.replaceAll(/[^\t -~]+/g, (part) => encodeURIComponent(part.toWellFormed()));

const toHeaderTexts = <T extends string | number>(headers: Readonly<Record<string, T>>): Record<string, T | string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, typeof value === 'string' ? toHeaderText(value) : value]),
  );

/** Uses headers as they are, or encoded when they are refused: looking at each of them first would cost every answer. */
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
