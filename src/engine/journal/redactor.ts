import type { Exchange, Message, WholeExchange } from '../../generated/control-schemas.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { mapValues } from '../../kernel/defined.ts';
import { headerPairs, isJsonMediaType } from '../../kernel/http.ts';
import { parseJson } from '../../kernel/json.ts';
import type { Contract } from '../contract/contract.ts';
import { toEssence } from '../../kernel/media-type.ts';
import { runAtOnce } from '../../kernel/time-slices.ts';
import type { EmittedEvent } from '../message/message.ts';
import { type JournalEntry, type KeptBody, isLost, textOf } from './journal-entry.ts';
import { DEEPEST, redactAssignments, redactBrokenJson, redactForm, redactJson, secretsIn } from './redact-body.ts';
import { secretsInHeaders, secretsInQuery, showHeaders, showQuery } from './redact-headers.ts';
import { HIDDEN, type Scrub, alsoScrub, createScrub, isSecretName, linksOf } from './secrets.ts';

export type Redactor = ReturnType<typeof createRedactor>;

export type ShownBody = NonNullable<Message['body']>;

/** A decoded body, ready to be shown: as JSON, as text, or not at all. */
interface Reading {
  readonly json?: unknown;
  readonly text?: string;
  readonly secrets: readonly string[];
}

/** Other media types that may be shown as plain text. */
const TEXTS = new Set(['text/plain', 'text/html', 'text/csv']);

const FORM = 'application/x-www-form-urlencoded';

/**
 * The only way in which recorded exchanges leave the journal. Three layers of redaction: names (allow lists for headers and
 * query parameters, names that suggest a secret for members of bodies), formats (tokens, webhook secrets, public links), and
 * every other occurrence in the exchange of a secret that the first two layers found.
 */
export const createRedactor = (contract: Pick<Contract, 'basePath' | 'operations'>) => {
  const scrubForms = createScrub(contract);
  const links = new Set(linksOf(contract.operations));
  /** A public link holds a secret in its path. */
  const isLink = ({ operation }: JournalEntry): boolean => operation !== undefined && links.has(operation);

  const readEntry = (entry: JournalEntry) => {
    const received = entry.received && read(entry.received);
    const sent = entry.sent && read(entry.sent);
    const scrub = alsoScrub(scrubForms, [
      ...secretsInHeaders(entry),
      ...(isLink(entry) ? Object.values(entry.pathParameters ?? {}) : []),
      ...secretsInQuery(entry),
      ...(received?.secrets ?? []),
      ...(sent?.secrets ?? []),
    ]);
    return { entry, received, sent, scrub };
  };

  /** Hundreds of expectations and waits may ask for the same exchange, one after the other. */
  let latest: ReturnType<typeof readEntry> | undefined;
  const readingOf = (entry: JournalEntry): ReturnType<typeof readEntry> => {
    if (latest?.entry !== entry) latest = readEntry(entry);
    return latest;
  };

  /** The beginning of the summary: made for every request while a scenario has expectations. */
  const identify = (entry: JournalEntry) => ({
    id: entry.id,
    receivedAt: toIsoDateTime(entry.receivedAt),
    method: entry.method,
    path: scrubForms(entry.path),
    operationId: entry.operation?.id ?? null,
    clientId: entry.caller?.clientId ?? entry.token?.clientId ?? null,
    status: entry.status,
  });

  /** A refusal may repeat what was sent: only then are the bodies searched for secrets. */
  const reasonOf = (entry: JournalEntry): string | null => {
    const reason = toReason(entry);
    return reason === undefined ? null : readingOf(entry).scrub(reason);
  };

  const summarize = (entry: JournalEntry): Exchange => ({
    ...identify(entry),
    traceId: entry.traceId,
    sandboxTime: entry.sandbox === undefined ? null : toIsoDateTime(entry.sandbox.now),
    // From the first byte of the request until the response was ready.
    milliseconds: Math.round((entry.endedReadingAt - entry.startedAt) * 1000) / 1000,
    source: entry.source,
    stage: entry.endedAt,
    problemType: entry.refusal?.type ?? null,
    reason: reasonOf(entry),
    records: isLink(entry) ? {} : recordsOf(entry, scrubForms),
    scenarios: entry.script === undefined ? [] : [...new Set(entry.script.steps.map(({ scenario }) => scenario))],
    replayed: entry.idempotency?.kind === 'replay',
    lost: isLost(entry),
    fault: entry.fault?.failure ?? (entry.fault === undefined ? null : 'delay'),
    events: entry.events.map(({ id, type }) => ({ id, type })),
  });

  const showRequest = (entry: JournalEntry): Pick<WholeExchange, 'path' | 'request'> => {
    const { received, scrub } = readingOf(entry);
    return {
      path: scrub(entry.path),
      request: {
        headers: showHeaders(headerPairs(entry.rawHeaders), entry.operation, scrub),
        query: showQuery(entry, scrub),
        body: toShownBody(entry.received, received, scrub, toParts(entry, scrub)),
      },
    };
  };

  return {
    identify,
    summarize,
    showRequest,
    show: (entry: JournalEntry): WholeExchange => {
      const { sent, scrub } = readingOf(entry);
      const { mediaType: type, byteLength } = entry.sent ?? {};
      const ofBody = type === undefined ? {} : { 'content-type': type, 'content-length': String(byteLength) };
      const headers = showHeaders(Object.entries({ ...entry.headers, ...ofBody }), entry.operation, scrub);
      return {
        ...summarize(entry),
        ...showRequest(entry),
        response: { headers, body: toShownBody(entry.sent, sent, scrub) },
        scenario: redactJson(entry.script ?? null, scrub) as WholeExchange['scenario'],
      };
    },
    /** Redacts texts derived from an exchange, such as its explanation. */
    redact: <T>(entry: JournalEntry, value: T): T => redactJson(value, readingOf(entry).scrub) as T,
    /** Redacts a value that belongs to no exchange, by names and formats alone. */
    redactValue: (value: unknown): unknown => redactJson(value, scrubForms),
    /** An event as streams show it. */
    showEvent: ({ id, type, createdAt, data, ...scope }: EmittedEvent): object => ({
      id,
      type,
      createdAt: toIsoDateTime(createdAt),
      // Members without a value are included, as null.
      ...mapValues<unknown, unknown>({ ...scope }, (value) => value ?? null),
      data: redactJson(data, scrubForms),
    }),
  };
};

const read = (kept: KeptBody): Reading => {
  const essence = toEssence(kept.mediaType);
  if (isJsonMediaType(kept.mediaType)) return readJson(kept);
  if (essence === FORM) return redactForm(textOf(kept));
  return TEXTS.has(essence) ? redactAssignments(textOf(kept)) : { secrets: [] };
};

const readJson = (kept: KeptBody): Reading => {
  const text = textOf(kept);
  if (!kept.isCut)
    try {
      const { value } = parseJson(text.startsWith('\uFEFF') ? text.slice(1) : text, DEEPEST);
      return { json: value, secrets: secretsIn(value) };
    } catch {
      // Invalid JSON is shown as text.
    }
  return runAtOnce(redactBrokenJson(text));
};

const toShownBody = (
  kept: KeptBody | undefined,
  { json, text }: Partial<Reading> = {},
  scrub: Scrub,
  parts?: ShownBody['parts'],
): ShownBody | null => {
  if (kept === undefined) return null;
  const { mediaType, byteLength, isCut } = kept;
  const body = { mediaType: scrub(mediaType), byteLength, cut: isCut };
  if (parts !== undefined) return { ...body, parts };
  if (json !== undefined) return { ...body, json: redactJson(json, scrub) };
  return text === undefined ? body : { ...body, text: scrub(text) };
};

/** An upload by its fields and files, without the contents of the files. */
export const toParts = ({ parts }: JournalEntry, scrub: Scrub): ShownBody['parts'] => {
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

/** The records that the path names, by parameter, and the one that the `Location` of the response ends in. */
const recordsOf = (
  { pathParameters, headers: { location } }: JournalEntry,
  scrub: Scrub,
): Readonly<Record<string, string>> => {
  const records: Record<string, string> = {};
  for (const name in pathParameters) {
    const value = pathParameters[name] ?? '';
    records[name] = UUID.test(value) ? value : scrub(value);
  }
  const created = location?.slice(location.lastIndexOf('/') + 1);
  if (created !== undefined && UUID.test(created)) records['created'] = created;
  return records;
};
