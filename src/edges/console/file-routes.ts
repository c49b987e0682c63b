import { escapeHtml } from '../../engine/html/html.ts';
import { matchesWeakly, parseEntityTags } from '../../engine/preconditions/if-match.ts';
import { problem } from '../../engine/problems/problem.ts';
import { type ApiRequest, binaryContent, type Reply, textContent } from '../../kernel/http.ts';
import { mediaTypeParameter } from '../../kernel/media-type.ts';
import { CONSOLE_PATH } from './console-path.ts';
import { type ConsoleFile, type ConsoleFiles, digestOf } from './load-files.ts';

const ALLOW = 'GET, HEAD';

/** Folders of files; every other path below the console is a view of the page. */
const IS_FILE = /^(?:assets\/|docs\/[^/]+\.json$)/;

/** Hashed names: what has one name never changes. Seconds. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Serves the page of the console and what it loads. `load` returns undefined until the console has been built. */
export const createFileRoutes = (load: () => Promise<ConsoleFiles | undefined>) => {
  const findPage = createPages();
  return async (request: ApiRequest): Promise<Reply> => {
    const { method, path } = request;
    if (method !== 'GET' && method !== 'HEAD')
      throw problem('method-not-allowed', {
        detail: `${method} does nothing here: the console is read with GET.`,
        headers: { allow: ALLOW },
      });
    const built = await load();
    if (built === undefined)
      return {
        status: 503,
        headers: { ...FILE_HEADERS, 'cache-control': 'no-store' },
        content: textContent(NOT_BUILT, 'text/plain; charset=utf-8'),
      };
    const name = path.slice(CONSOLE_PATH.length + 1);
    if (!IS_FILE.test(name)) return answerPage(request, findPage(built.page, basePathOf(request)));
    const file = built.files.get(name);
    if (file === undefined)
      throw problem('not-found', {
        detail: `The console has no file ${path}: reload the page, which may be from an earlier version of the server.`,
      });
    return answerFile(request, file);
  };
};

const NOT_BUILT =
  'The console has not been built in this checkout. Make it with "npm run build", or start the server with "npm start", which does; then reload this page.\n';

/** Path of the public URL, or at which the server is mounted in another application. */
const basePathOf = ({ origin }: ApiRequest): string => new URL(origin).pathname.replace(/\/+$/, '');

interface Page {
  readonly text: string;
  readonly tag: string;
  readonly assets: string;
}

/** The page for the path of the console; the latest is kept, as nearly always there is one path only. */
const createPages = () => {
  let latest: (Page & { readonly template: string; readonly base: string }) | undefined;
  return (template: string, base: string): Page => {
    if (latest?.template === template && latest.base === base) return latest;
    const text = template.replaceAll('CONSOLE/', () => escapeHtml(`${base}${CONSOLE_PATH}/`));
    latest = { template, base, text, tag: digestOf(text), assets: `${base}${CONSOLE_PATH}/assets/` };
    return latest;
  };
};

const answerPage = (request: ApiRequest, { text, tag, assets }: Page): Reply => {
  const headers = { ...pageHeaders(request, assets), etag: `"${tag}"` };
  if (isKnown(request, tag)) return { status: 304, headers };
  return { status: 200, headers, content: textContent(text, 'text/html; charset=utf-8') };
};

const answerFile = (request: ApiRequest, { bytes, zipped, mediaType, tag, isHashed }: ConsoleFile): Reply => {
  const isZipped = zipped !== undefined && acceptsGzip(request.header('accept-encoding'));
  const ownTag = isZipped ? `${tag}-gzip` : tag;
  const headers = {
    ...FILE_HEADERS,
    'cache-control': isHashed ? IMMUTABLE : 'no-cache',
    etag: `"${ownTag}"`,
    ...(zipped === undefined ? {} : { vary: 'Accept-Encoding' }),
  };
  if (isKnown(request, ownTag)) return { status: 304, headers };
  if (!isZipped) return { status: 200, headers, content: binaryContent(bytes, mediaType) };
  return {
    status: 200,
    headers: { ...headers, 'content-encoding': 'gzip' },
    content: binaryContent(zipped, mediaType),
  };
};

const isKnown = (request: ApiRequest, tag: string): boolean => {
  const known = parseEntityTags(request.header('if-none-match') ?? '');
  return known !== undefined && matchesWeakly(known, tag);
};

const acceptsGzip = (header = ''): boolean =>
  header
    .toLowerCase()
    .split(',')
    .some((coding) => coding.split(';')[0]?.trim() === 'gzip' && Number(mediaTypeParameter(coding, 'q') ?? 1) > 0);

/** Headers of every response with a file of the console. */
const FILE_HEADERS = {
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
const pageHeaders = (request: ApiRequest, assets: string) => {
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
