import { hash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { escapeHtml } from '../../engine/html/html.ts';
import { matchesWeakly, parseEntityTags } from '../../engine/preconditions/if-match.ts';
import { problem } from '../../engine/problems/problem.ts';
import { MINUTE, createMemoryCounters, toSeconds } from '../../engine/rate-limiting/counters.ts';
import type { RefuseSlowly } from '../../engine/rate-limiting/slow-refusals.ts';
import type { Clock } from '../../kernel/clock.ts';
import { type ApiRequest, binaryContent, type Handle, type Reply, textContent } from '../../kernel/http.ts';
import { mediaTypeParameter } from '../../kernel/media-type.ts';
import { CONSOLE_PATH } from '../http/console-caller.ts';
import type { SenderOf } from '../http/sender-network.ts';

const ALLOW = 'GET, HEAD';

/** Folders of files; every other path below the console is a view of the page. */
const IS_FILE = /^(?:assets\/|docs\/[^/]+\.json$)/;

/** Hashed names: what has one name never changes. Seconds. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Serves the page of the console and what it loads. `load` returns undefined until the console has been built. */
export const createFileRoutes =
  (load: () => Promise<ConsoleFiles | undefined>): Handle =>
  async (request) => {
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
    if (!IS_FILE.test(name)) return answerPage(request, built.page);
    const file = built.files.get(name);
    if (file === undefined)
      throw problem('not-found', {
        detail: `The console has no file ${path}: reload the page, which may be from an earlier version of the server.`,
      });
    return answerFile(request, file);
  };

const NOT_BUILT =
  'The console has not been built in this checkout. Make it with "npm run build", or start the server with "npm start", which does; then reload this page.\n';

/** Path of the public URL, or at which the server is mounted in another application. */
const basePathOf = ({ origin }: ApiRequest): string => new URL(origin).pathname.replace(/\/+$/, '');

const answerPage = (request: ApiRequest, template: string): Reply => {
  const base = basePathOf(request) + CONSOLE_PATH;
  const page = template.replaceAll('CONSOLE/', () => escapeHtml(`${base}/`));
  const tag = digestOf(page);
  const headers = { ...pageHeaders(request, `${base}/assets/`), etag: `"${tag}"` };
  if (isKnown(request, tag)) return { status: 304, headers };
  return { status: 200, headers, content: textContent(page, 'text/html; charset=utf-8') };
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

/** A class behind one address opens the console at once, and each page loads some files. */
const MOST_FILES_PER_MINUTE = 3000;

/**
 * Refuses an address that loads pages without end. Each process counts for itself: a file costs less than asking a
 * database how many there were.
 */
export const limitFiles = (
  handle: Handle,
  {
    senderOf,
    clock,
    refuseSlowly,
    perMinute = MOST_FILES_PER_MINUTE,
  }: {
    readonly senderOf: SenderOf;
    readonly clock: Clock;
    readonly refuseSlowly: RefuseSlowly;
    readonly perMinute?: number;
  },
): typeof handle => {
  const byAddress = createMemoryCounters(clock)({ name: 'console-files', limit: perMinute, window: MINUTE });
  return async (request) => {
    const address = senderOf(request) ?? '';
    const wait = await byAddress.take(address);
    if (wait === undefined) return handle(request);
    const seconds = String(toSeconds(wait));
    return refuseSlowly(
      address,
      problem('rate-limited', {
        detail: `This address loaded ${perMinute} files of the console within a minute, which is the most. Retry in ${seconds} seconds.`,
        headers: { 'retry-after': seconds },
      }),
    );
  };
};

/** A built file of the console. */
interface ConsoleFile {
  readonly mediaType: string;
  readonly bytes: Uint8Array;
  /** The same, compressed; undefined for a small file. */
  readonly zipped: Uint8Array | undefined;
  /** Digest of the content. */
  readonly tag: string;
  /** The name changes with the content. */
  readonly isHashed: boolean;
}

export interface ConsoleFiles {
  /** HTML with `CONSOLE` in place of the console's path. */
  readonly page: string;
  /** By the path below the console: `assets/main-KQ3PZ5XA.js`, `docs/tour.json`. */
  readonly files: ReadonlyMap<string, ConsoleFile>;
}

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ttf': 'font/ttf',
  '.woff2': 'font/woff2',
};

const PAGE = 'index.html';

/** Reads what the build has made of `console/`; undefined if it has not been built. */
export const loadConsoleFiles = async (folder: string): Promise<ConsoleFiles | undefined> => {
  const names = await listFiles(folder);
  if (!names.includes(PAGE)) return undefined;
  const served = names.filter((name) => path.extname(name) in MEDIA_TYPES);
  const files = await Promise.all(
    served.map(async (name) => [name, await loadFile(folder, name, names.includes(`${name}.gz`))] as const),
  );
  return { page: await readFile(path.join(folder, PAGE), 'utf8'), files: new Map(files) };
};

const listFiles = async (folder: string): Promise<readonly string[]> => {
  try {
    const names = await readdir(folder, { recursive: true });
    return names.map((name) => name.split(path.sep).join('/'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
};

const loadFile = async (folder: string, name: string, isZipped: boolean): Promise<ConsoleFile> => {
  const bytes = await readFile(path.join(folder, name));
  return {
    mediaType: MEDIA_TYPES[path.extname(name)] ?? '',
    bytes,
    zipped: isZipped ? await readFile(path.join(folder, `${name}.gz`)) : undefined,
    tag: digestOf(bytes),
    isHashed: name.startsWith('assets/'),
  };
};

const digestOf = (content: Uint8Array | string): string => hash('sha256', content, 'base64url').slice(0, 22);
