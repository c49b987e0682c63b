const HOST_HEADER = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** The name or address in a Host header or origin, in one spelling; undefined if it has none. IPv6 has brackets. */
export const hostNameOf = (authority: string): string | undefined => {
  if (!HOST_HEADER.test(authority) || !URL.canParse(`http://${authority}`)) return undefined;
  return new URL(`http://${authority}`).hostname.replace(/\.$/, '');
};

/** `localhost`, the names below it, and the addresses of loopback. No other site can make one its own. */
export const isLoopbackName = (name: string): boolean =>
  name === 'localhost' ||
  name.endsWith('.localhost') ||
  /^127(?:\.\d{1,3}){3}$/.test(name) ||
  name === '[::1]' ||
  /^\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\]$/.test(name);

/** An address needs no name server, so that no page of another site can be served from it. */
export const isAddress = (name: string): boolean => name.startsWith('[') || /^\d{1,3}(?:\.\d{1,3}){3}$/.test(name);

/** Whether a page is of this machine: any port of loopback. */
export const isLoopbackOrigin = (origin: string): boolean => {
  const [, authority = ''] = /^https?:\/\/(.+)$/.exec(origin) ?? [];
  const name = hostNameOf(authority);
  return name !== undefined && isLoopbackName(name);
};
