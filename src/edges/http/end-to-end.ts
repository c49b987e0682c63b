/**
 * Headers between two neighbours, which an intermediary must not pass on (RFC 9110, 7.6.1). Trailers are not passed on.
 */
const HOP_BY_HOP = new Set([
  ...['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
]);

/** A client must not remove these with `Connection`: the body would have no end, or a signature would not fit. */
const NEVER_HOP_BY_HOP = new Set(['authorization', 'content-length', 'expect', 'host']);

/** The headers that are for the other end, as they came; without those that the intermediary sets itself. */
export const endToEnd = (rawHeaders: readonly string[], isOwn: (name: string) => boolean = () => false): string[] => {
  const dropped = new Set<string>();
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (rawHeaders[i]?.toLowerCase() === 'connection')
      for (const token of (rawHeaders[i + 1] ?? '').toLowerCase().split(',')) dropped.add(token.trim());
  return rawHeaders.filter((_, index) => {
    const name = rawHeaders[index - (index % 2)]?.toLowerCase() ?? '';
    if (HOP_BY_HOP.has(name) || isOwn(name)) return false;
    return !dropped.has(name) || NEVER_HOP_BY_HOP.has(name);
  });
};
