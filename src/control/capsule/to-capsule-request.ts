import { type CapsuleRequest, toCapsuleBody } from '../../engine/capsule/capsule.ts';
import type { Mask } from '../../engine/capsule/mask.ts';
import type { RecordedExchange } from '../../engine/capsule/recorder.ts';
import type { JournalEntry } from '../../engine/journal/journal-entry.ts';
import { isSecretName } from '../../engine/journal/secret-names.ts';
import { showHeader } from '../../engine/journal/shown-headers.ts';
import { WINDOW, windowStartOf } from '../../engine/rate-limiting/budget.ts';

export interface RequestTelling {
  readonly mask: Mask;
  readonly toOrigin: (host: string | undefined) => string;
  /** Of the API: `/v1`. */
  readonly basePath: string;
}

/** A recorded exchange without its credentials. */
export const toCapsuleRequest = (
  { entry, path, origin, received, sent }: RecordedExchange,
  { mask, toOrigin, basePath }: RequestTelling,
): CapsuleRequest => {
  const pairs = pairsOf(entry.rawHeaders);
  const headers = pairs
    .filter(([name]) => !isSecretName(name))
    .map(([name, value]) => [name, mask.text(showHeader(name.toLowerCase(), value, entry.operation))] as const);
  const host = pairs.find(([name]) => name.toLowerCase() === 'host')?.[1];
  const { at, wallAt } = instantsOf(entry);
  const isToken = entry.source === 'identity';
  const body =
    received !== undefined && received.byteLength > 0
      ? toCapsuleBody(received)
      : entry.received === undefined
        ? null
        : toCapsuleBody(entry.received.body, entry.received.isCut);
  const answered =
    sent !== undefined
      ? toCapsuleBody(sent)
      : entry.sent === undefined
        ? null
        : toCapsuleBody(entry.sent.body, entry.sent.isCut);
  return {
    kind: 'request',
    id: entry.id,
    traceId: entry.traceId,
    at,
    wallAt,
    operationId: entry.operation?.id ?? null,
    client: entry.caller?.clientId ?? (isToken ? entry.token?.clientId : undefined) ?? null,
    method: entry.method,
    path: mask.text(path ?? pathOf(entry, basePath)),
    query: mask.text(entry.query),
    origin: origin ?? toOrigin(host),
    headers,
    // What a token request holds is its credentials; whose they are says `client`.
    body: body === null || isToken ? null : mask.body(body),
    answer: {
      status: entry.status,
      headers: maskAll(
        { ...entry.headers, ...(entry.sent === undefined ? {} : { 'content-type': entry.sent.mediaType }) },
        mask,
      ),
      body: answered === null ? null : mask.body(answered),
    },
    skipped: whySkipped(entry, isToken),
  };
};

const whySkipped = ({ endedAt, rawHeaders, token }: JournalEntry, isToken: boolean): string | null => {
  if (isToken)
    return token === undefined ? 'it asked for a token in vain, and a capsule does not hold with what' : null;
  const hasCredential = pairsOf(rawHeaders).some(([name]) => name.toLowerCase() === 'authorization');
  return endedAt === 'authenticate' && hasCredential
    ? 'it was refused for its token, which a capsule does not hold'
    : null;
};

const maskAll = (headers: Readonly<Record<string, string>>, mask: Mask): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, mask.text(value)]));

const pairsOf = (rawHeaders: readonly string[]): readonly (readonly [string, string])[] =>
  Array.from({ length: Math.floor(rawHeaders.length / 2) }, (_, index) => [
    rawHeaders[2 * index] ?? '',
    rawHeaders[2 * index + 1] ?? '',
  ]);

/** The journal keeps no path that is a key; the parameters of the operation make it anew. */
const pathOf = ({ operation, pathParameters, path }: JournalEntry, basePath: string): string =>
  operation === undefined || pathParameters === undefined
    ? path
    : basePath +
      operation.path.replaceAll(/\{([^{}]+)\}/g, (_all, name: string) =>
        encodeURIComponent(pathParameters[name] ?? ''),
      );

/** When it was for the sandbox, and when for the machine: `X-RateLimit-Reset` depends on both. */
const instantsOf = ({ sandbox, receivedAt, startedAt, endedReadingAt, headers }: JournalEntry) => {
  if (sandbox === undefined) return { at: receivedAt, wallAt: receivedAt };
  const { now: at, setting } = sandbox;
  if (setting?.kind === 'running') return { at, wallAt: at - setting.offset };
  // With a frozen clock the second of the answer is not known: it is the one that the header speaks of.
  const reset = Number(headers['x-ratelimit-reset']);
  const says = (wall: number): boolean => Math.floor((windowStartOf(at) + WINDOW - at + wall) / 1000) === reset;
  const last = receivedAt + Math.ceil(endedReadingAt - startedAt);
  return { at, wallAt: says(receivedAt) || !says(last) ? receivedAt : last };
};
