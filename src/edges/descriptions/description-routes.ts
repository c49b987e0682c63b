import { hash } from 'node:crypto';
import { isSchemaObject, type SchemaObject } from '../../engine/contract/walk-schema.ts';
import { ExactNumber, toWhole } from '../../kernel/exact-number.ts';
import type { Pause } from '../../kernel/time-slices.ts';
import { matchesWeakly, parseEntityTags } from '../../engine/preconditions/if-match.ts';
import { problem, renderProblem } from '../../engine/problems/problem.ts';
import { once, getOrInsert } from '../../kernel/caches.ts';
import { type Handle, type Reply, textContent } from '../../kernel/http.ts';
import type { Problem } from '../../kernel/problem.ts';

type DescriptionFormat = 'yaml' | 'json';

/** Server URL in the bundled descriptions; replaced by that of this server. */
const WRITTEN_FOR = 'http://127.0.0.1:4010';

/** Placeholder: an AsyncAPI server splits its address into parts. */
const HOST = 'own-host.invalid';
const PATHNAME = '/own-pathname.invalid';
const PROTOCOL = 'own-protocol.invalid';

/**
 * A description with the addresses of the server that returns it, and the value of its ETag. Serialized on first request, with
 * placeholders that are filled in later: serializing a large document is slow.
 */
export const createDescriptionTexts = (document: SchemaObject, pauses: () => Pause) => {
  const templates = new Map<DescriptionFormat, ReturnType<typeof write>>();

  return async (format: DescriptionFormat, origin: string) => {
    const template = await getOrInsert(templates, format, () => write(withOpenServers(document), format, pauses));
    const { host, pathname, protocol } = new URL(origin);
    const text = template
      .replaceAll(WRITTEN_FOR, () => origin)
      .replaceAll(HOST, () => host)
      .replaceAll(PATHNAME, () => pathname.replace(/\/$/, ''))
      .replaceAll(PROTOCOL, () => protocol.slice(0, -1));
    return { text, tag: hash('sha256', text, 'base64url').slice(0, 22) };
  };
};

const write = async (document: SchemaObject, format: DescriptionFormat, pauses: () => Pause): Promise<string> =>
  format === 'json' ? `${JSON.stringify(document, null, 2)}\n` : toYaml(document, pauses);

/** Entry by entry of its members, since the whole takes a tenth of a second. */
const toYaml = async (document: SchemaObject, pauses: () => Pause): Promise<string> => {
  // Loaded on the first request for YAML.
  const { stringify } = await import('yaml');
  const write = (part: SchemaObject): string =>
    stringify(part, toYamlNumber, { aliasDuplicateObjects: false, lineWidth: 120 });
  const pause = pauses();
  const pieces: string[] = [];
  for (const [name, member] of Object.entries(document)) {
    const entries = isSchemaObject(member) ? Object.entries(member) : [];
    if (entries.length === 0) pieces.push(write({ [name]: member }));
    for (const [index, [key, value]] of entries.entries()) {
      await pause();
      const piece = write({ [name]: { [key]: value } });
      pieces.push(index === 0 ? piece : piece.slice(piece.indexOf('\n') + 1));
    }
  }
  return pieces.join('');
};

/** The library writes a BigInt, but no decimal that a JavaScript number does not hold. */
const toYamlNumber = (_key: unknown, value: unknown): unknown =>
  value instanceof ExactNumber ? (toWhole(value) ?? Number(value)) : value;

/** Replaces the servers of an AsyncAPI description by placeholders. */
const withOpenServers = (document: SchemaObject): SchemaObject => {
  const { servers } = document;
  if (!isSchemaObject(servers)) return document;
  const opened = Object.entries(servers).map(([name, server]) => [
    name,
    isSchemaObject(server) && server['host'] === new URL(WRITTEN_FOR).host
      ? {
          ...server,
          host: HOST,
          pathname: PATHNAME + ((server['pathname'] as string | undefined) ?? ''),
          protocol: PROTOCOL,
        }
      : server,
  ]);
  return { ...document, servers: Object.fromEntries(opened) as SchemaObject };
};

const MEDIA_TYPES: Readonly<Record<DescriptionFormat, string>> = {
  yaml: 'application/yaml',
  json: 'application/json',
};

const ALLOW = 'GET, HEAD, OPTIONS';

/** Serves the descriptions of this server, for programs that read them, with the address of the request. */
export const createDescriptionRoutes = ({
  documents,
  problemBase,
  drawTraceId,
  pauses,
}: {
  /** Keyed by path without the extension: `/openapi`. */
  readonly documents: Readonly<Record<string, () => SchemaObject | Promise<SchemaObject>>>;
  readonly problemBase: () => string;
  readonly drawTraceId: () => string;
  readonly pauses: () => Pause;
}) =>
  Object.entries(documents).flatMap(([path, load]) => {
    const loadTexts = once(async () => createDescriptionTexts(await load(), pauses));
    return (['yaml', 'json'] as const).map((format) => {
      const prefix = `${path}.${format}`;
      const handle: Handle = async (request) => {
        const refuse = ({ members }: Problem): Reply =>
          renderProblem(members, { problemBase: problemBase(), instance: request.path, traceId: drawTraceId() });
        if (request.path !== prefix)
          return refuse(problem('not-found', { detail: `There is nothing below ${prefix}, which is a file.` }));
        if (request.method === 'OPTIONS') return { status: 204, headers: { allow: ALLOW } };
        if (request.method !== 'GET' && request.method !== 'HEAD')
          return refuse(
            problem('method-not-allowed', {
              detail: `${request.method} does nothing here: a description is read with GET.`,
              headers: { allow: ALLOW },
            }),
          );
        const texts = await loadTexts();
        const { text, tag } = await texts(format, request.origin);
        const headers = { etag: `"${tag}"`, 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' };
        const known = parseEntityTags(request.header('if-none-match') ?? '');
        if (known !== undefined && matchesWeakly(known, tag)) return { status: 304, headers };
        return { status: 200, headers, content: textContent(text, MEDIA_TYPES[format]) };
      };
      return { prefix, handle };
    });
  });
