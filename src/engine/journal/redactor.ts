import type { Exchange, Message, WholeExchange } from '../../generated/control-schemas.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { isJsonMediaType } from '../../kernel/http.ts';
import { parseJson } from '../../kernel/json.ts';
import type { Contract } from '../contract/contract.ts';
import { toEssence } from '../../kernel/media-type.ts';
import type { EmittedEvent } from '../message/event.ts';
import { type JournalEntry, type KeptBody, isLost, textOf } from './journal-entry.ts';
import { redactAssignments, redactBrokenJson, redactForm, redactJson, secretsIn } from './redact-body.ts';
import {
  secretsInHeaders,
  secretsInQuery,
  showQuery,
  showRequestHeaders,
  showResponseHeaders,
} from './redact-headers.ts';
import { HIDDEN, type Scrub, alsoScrub, createScrub, isSecretName, linksOf } from './secrets.ts';

/** The only way in which recorded exchanges leave the journal. */
export interface Redactor {
  /** The beginning of the summary: made for every request while a scenario has expectations. */
  readonly identify: (entry: JournalEntry) => ExchangeHead;
  readonly summarize: (entry: JournalEntry) => Exchange;
  readonly show: (entry: JournalEntry) => WholeExchange;
  readonly showRequest: (entry: JournalEntry) => Pick<WholeExchange, 'path' | 'request'>;
  /** An event as streams show it. */
  readonly showEvent: (event: EmittedEvent) => object;
  /** Redacts texts derived from an exchange, such as its explanation. */
  readonly redact: <T>(entry: JournalEntry, value: T) => T;
  /** Redacts a value that belongs to no exchange, by names and formats alone. */
  readonly redactValue: (value: unknown) => unknown;
}

type ExchangeHead = Pick<Exchange, 'id' | 'receivedAt' | 'method' | 'path' | 'operationId' | 'clientId' | 'status'>;

type ShownBody = NonNullable<Message['body']>;

/** A decoded body, ready to be shown. */
type Reading =
  | { readonly kind: 'json'; readonly value: unknown; readonly secrets: readonly string[] }
  | { readonly kind: 'text'; readonly text: string; readonly secrets: readonly string[] }
  | { readonly kind: 'opaque'; readonly secrets: readonly string[] };

interface ReadEntry {
  readonly entry: JournalEntry;
  readonly readings: { readonly received: Reading | undefined; readonly sent: Reading | undefined };
  readonly scrub: Scrub;
}

/** Exceeds the nesting depth of any accepted body. */
const DEEPEST = 200;

/** Other media types that may be shown as plain text. */
const TEXTS = new Set(['text/plain', 'text/html', 'text/csv']);

const OPAQUE: Reading = { kind: 'opaque', secrets: [] };
const FORM = 'application/x-www-form-urlencoded';

/**
 * Three layers of redaction: names (allow lists for headers and query parameters, names that suggest a secret for
 * members of bodies), formats (tokens, webhook secrets, public links), and every other occurrence in the exchange of a
 * secret that the first two layers found.
 */
export const createRedactor = (contract: Pick<Contract, 'basePath' | 'operations'>): Redactor => {
  const scrubForms = createScrub(contract);
  const links = new Set(linksOf(contract.operations));

  const secretsInPath = ({ operation, pathParameters }: JournalEntry): readonly string[] =>
    operation !== undefined && links.has(operation) ? Object.values(pathParameters ?? {}) : [];

  /** Many requests in a row have the same path. */
  let latestPath = { path: '', shown: '' };
  const showPath = (path: string): string => {
    if (latestPath.path !== path) latestPath = { path, shown: scrubForms(path) };
    return latestPath.shown;
  };

  /** A public link holds a secret in its path. */
  const recordsOf = (entry: JournalEntry): Readonly<Record<string, string>> => {
    if (entry.operation !== undefined && links.has(entry.operation)) return {};
    const created = createdIn(entry);
    const inPath = recordsInPath(entry, scrubForms);
    return created === undefined ? inPath : { ...inPath, created };
  };

  const identify = (entry: JournalEntry): ExchangeHead => ({
    id: entry.id,
    receivedAt: toIsoDateTime(entry.receivedAt),
    method: entry.method,
    path: showPath(entry.path),
    operationId: entry.operation?.id ?? null,
    clientId: entry.caller?.clientId ?? entry.token?.clientId ?? null,
    status: entry.status,
  });

  const scrubFor = (entry: JournalEntry, readings: readonly Reading[]): Scrub =>
    alsoScrub(scrubForms, [
      ...secretsInHeaders(entry),
      ...secretsInPath(entry),
      ...secretsInQuery(entry),
      ...readings.flatMap(({ secrets }) => secrets),
    ]);

  /** A refusal may repeat what was sent: only then are the bodies searched for secrets. */
  const reasonOf = (entry: JournalEntry): string | null => {
    const reason = toReason(entry);
    return reason === undefined ? null : readingOf(entry).scrub(reason);
  };

  const summarize = (entry: JournalEntry): Exchange => ({
    ...identify(entry),
    traceId: entry.traceId,
    sandboxTime: entry.sandbox === undefined ? null : toIsoDateTime(entry.sandbox.now),
    milliseconds: toMilliseconds(entry),
    source: entry.source,
    stage: entry.endedAt,
    problemType: entry.refusal?.type ?? null,
    reason: reasonOf(entry),
    records: recordsOf(entry),
    scenarios: entry.script === undefined ? [] : [...new Set(entry.script.steps.map(({ scenario }) => scenario))],
    replayed: entry.idempotency?.kind === 'replay',
    lost: isLost(entry),
    fault: entry.fault?.failure ?? (entry.fault === undefined ? null : 'delay'),
    events: entry.events.map(({ id, type }) => ({ id, type })),
  });

  /** Hundreds of expectations and waits may ask for the same exchange, one after the other. */
  let latest: ReadEntry | undefined;
  const readingOf = (entry: JournalEntry): ReadEntry => {
    if (latest?.entry === entry) return latest;
    const received = entry.received && read(entry.received);
    const sent = entry.sent && read(entry.sent);
    const scrub = scrubFor(
      entry,
      [received, sent].filter((reading) => reading !== undefined),
    );
    return (latest = { entry, readings: { received, sent }, scrub });
  };

  const showRequest: Redactor['showRequest'] = (entry) => {
    const { readings, scrub } = readingOf(entry);
    return {
      path: scrub(showPath(entry.path)),
      request: {
        headers: showRequestHeaders(entry, scrub),
        query: showQuery(entry, scrub),
        body: toShownBody(entry.received, readings.received, scrub, toParts(entry, scrub)),
      },
    };
  };

  return {
    identify,
    summarize,
    show: (entry) => {
      const { readings, scrub } = readingOf(entry);
      return {
        ...summarize(entry),
        ...showRequest(entry),
        response: {
          headers: showResponseHeaders(entry, scrub),
          body: toShownBody(entry.sent, readings.sent, scrub),
        },
        scenario: redactJson(entry.script ?? null, scrub) as WholeExchange['scenario'],
      };
    },
    showRequest,
    redact: <T>(entry: JournalEntry, value: T): T => redactJson(value, readingOf(entry).scrub) as T,
    redactValue: (value) => redactJson(value, scrubForms),
    showEvent: ({ id, type, createdAt, data, ...scope }) => ({
      id,
      type,
      createdAt: toIsoDateTime(createdAt),
      // Members without a value are included, as null.
      ...Object.fromEntries(Object.entries(scope).map(([name, value]) => [name, (value as unknown) ?? null])),
      data: redactJson(data, scrubForms),
    }),
  };
};

const read = (kept: KeptBody): Reading => {
  const essence = toEssence(kept.mediaType);
  if (isJsonMediaType(kept.mediaType)) return readJson(kept);
  if (essence === FORM) return { kind: 'text', ...redactForm(textOf(kept)) };
  return TEXTS.has(essence) ? { kind: 'text', ...redactAssignments(textOf(kept)) } : OPAQUE;
};

const readJson = (kept: KeptBody): Reading => {
  const text = textOf(kept);
  if (!kept.isCut)
    try {
      const { value } = parseJson(text.startsWith('\uFEFF') ? text.slice(1) : text, DEEPEST);
      return { kind: 'json', value, secrets: secretsIn(value) };
    } catch {
      // Invalid JSON is shown as text.
    }
  return { kind: 'text', ...redactBrokenJson(text) };
};

const toShownBody = (
  kept: KeptBody | undefined,
  reading: Reading | undefined,
  scrub: Scrub,
  parts?: ShownBody['parts'],
): ShownBody | null => {
  if (kept === undefined || reading === undefined) return null;
  const { mediaType, byteLength, isCut } = kept;
  const body = { mediaType: scrub(mediaType), byteLength, cut: isCut };
  if (parts !== undefined) return { ...body, parts };
  if (reading.kind === 'json') return { ...body, json: redactJson(reading.value, scrub) };
  return reading.kind === 'text' ? { ...body, text: scrub(reading.text) } : body;
};

/** An upload by its fields and files, without the contents of the files. */
const toParts = ({ parts }: JournalEntry, scrub: Scrub): ShownBody['parts'] => {
  if (parts === undefined) return undefined;
  const fields = Object.entries(parts.fields).flatMap(([name, values]) =>
    values.map((value) => ({ name: scrub(name), value: isSecretName(name) ? HIDDEN : scrub(value) })),
  );
  const files = parts.files.map(({ field, fileName, mediaType, byteLength }) => ({
    name: scrub(field),
    fileName: scrub(fileName),
    mediaType: scrub(mediaType),
    byteLength,
  }));
  return [...fields, ...files];
};

/** Maximum characters of a reason: it is shown in one line of a list. */
const LONGEST_REASON = 300;

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** Why an exchange was refused, in one line: the first violation, or else the detail. */
const toReason = ({ refusal }: JournalEntry): string | undefined => {
  if (refusal === undefined) return undefined;
  const [first] = refusal.errors ?? [];
  const reason = first === undefined ? refusal.detail : `${first.field}: ${first.message}`;
  const line = reason.replaceAll(/\s+/g, ' ');
  return line.length > LONGEST_REASON ? `${line.slice(0, LONGEST_REASON)}…` : line;
};

/** The records that the path names, by parameter. */
const recordsInPath = ({ pathParameters }: JournalEntry, scrub: Scrub): Readonly<Record<string, string>> => {
  const records: Record<string, string> = {};
  for (const name in pathParameters) {
    const value = pathParameters[name] ?? '';
    records[name] = UUID.test(value) ? value : scrub(value);
  }
  return records;
};

/** The last segment of the `Location` of the response, if it is the id of a record. */
const createdIn = ({ headers: { location } }: JournalEntry): string | undefined => {
  const created = location?.slice(location.lastIndexOf('/') + 1);
  return created !== undefined && UUID.test(created) ? created : undefined;
};

/** From the first byte of the request until the response was ready. */
const toMilliseconds = ({ startedAt, endedReadingAt }: JournalEntry): number =>
  Math.round((endedReadingAt - startedAt) * 1000) / 1000;
