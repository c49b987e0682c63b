import type { ApiRequest } from '../../kernel/http.ts';

/** Headers of every response with a file of the console. */
export const FILE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** A host by name or IPv4 address: the policy has no notation for IPv6. */
const HOST = /^[\w.-]+(?::\d+)?$/;

/**
 * Headers of the page. Its scripts and styles come from the console's own assets only: the API serves uploads and
 * scripted bodies from the same origin, which `'self'` would admit. The page may be opened by the public URL and by the
 * server's own address.
 */
export const pageHeaders = (request: ApiRequest, assets: string) => {
  const { protocol, host } = new URL(request.origin);
  const sent = request.header('host') ?? host;
  const sources =
    HOST.test(host) && HOST.test(sent)
      ? [...new Set([`${protocol}//${host}${assets}`, `http://${sent}${assets}`])].join(' ')
      : "'self'";
  return {
    ...FILE_HEADERS,
    'cache-control': 'no-cache',
    'cross-origin-opener-policy': 'same-origin',
    'content-security-policy': [
      "default-src 'none'",
      `script-src ${sources}`,
      `style-src ${sources}`,
      "img-src 'self' data: blob:",
      "connect-src 'self'",
      "font-src 'self'",
      "frame-src 'self' blob:",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ].join('; '),
  };
};
