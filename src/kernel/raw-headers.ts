/** Raw headers are alternating names and values, in the order and case in which they were sent. */
type RawHeaders = readonly string[];

export const headerPairs = (rawHeaders: RawHeaders): [name: string, value: string][] => {
  const pairs: [string, string][] = [];
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) pairs.push([rawHeaders[i] ?? '', rawHeaders[i + 1] ?? '']);
  return pairs;
};

/** The values of a header, whose name is given in lower case. */
export const headerLines = (rawHeaders: RawHeaders, name: string): string[] => {
  const lines: string[] = [];
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (rawHeaders[i]?.length === name.length && rawHeaders[i]?.toLowerCase() === name)
      lines.push(rawHeaders[i + 1] ?? '');
  return lines;
};
