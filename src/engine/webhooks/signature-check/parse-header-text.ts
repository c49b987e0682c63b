/** Headers in order of arrival. */
export type HeaderPairs = readonly (readonly [name: string, value: string])[];

const NAME = /^[!#$%&'*+.^_`|~\w-]+$/;

/**
 * Parses headers as people copy them: raw lines, with or without the arrows of curl and the request line, or a JSON
 * object. Stops at the first empty line after a header, where a body would begin.
 */
export const parseHeaderText = (text: string): HeaderPairs => {
  const object = parseObject(text);
  if (object !== undefined) return toPairs(object);
  const pairs: (readonly [string, string])[] = [];
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '' && pairs.length > 0) break;
    const colon = line.indexOf(':');
    const name = toName(line.slice(0, Math.max(colon, 0)));
    if (NAME.test(name)) pairs.push([name, line.slice(colon + 1).trim()]);
  }
  return pairs;
};

/** Without an arrow of curl and quotes. */
const toName = (text: string): string => {
  const name = text.trim();
  return (name.startsWith('<') || name.startsWith('>') ? name.slice(1) : name).trim().replaceAll('"', '');
};

/** Headers of an object: a list of values is joined, as HTTP does. */
export const toPairs = (headers: Readonly<Record<string, unknown>>): HeaderPairs =>
  Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : String(value)]);

const parseObject = (text: string): Readonly<Record<string, unknown>> | undefined => {
  if (!text.trimStart().startsWith('{')) return undefined;
  try {
    return JSON.parse(text) as Readonly<Record<string, unknown>>;
  } catch {
    return undefined;
  }
};
