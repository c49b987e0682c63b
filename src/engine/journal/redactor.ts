import { toIsoDateTime } from '../../kernel/clock.ts';
import { headerPairs, isJsonMediaType } from '../../kernel/http.ts';
import { parseJson } from '../../kernel/json.ts';
import type { Contract } from '../contract/contract.ts';
import { toEssence } from '../../kernel/media-type.ts';
import { type JournalEntry, isLost } from './journal-entry.ts';
import { type KeptBody, textOf } from './kept-body.ts';
import { redactJson, secretsIn } from './redact-json.ts';
import { redactAssignments, redactBrokenJson, redactForm } from './redact-text.ts';
import { type Scrub, alsoScrub, createScrub, linksOf } from './scrub.ts';
import { HIDDEN, isSecretName } from './secret-names.ts';
import { createdIn, recordsInPath, toMilliseconds, toReason } from './summary-parts.ts';
import { type WriteSummary, createWriteSummary } from './summary-text.ts';
import { showHeader } from './shown-headers.ts';
import type { ShownHead, ShownSummary, ShownBody, ShownExchange, ShownPart } from './shown-exchange.ts';

/** The only way in which recorded exchanges leave the journal. */
export interface Redactor {
  readonly identify: (entry: JournalEntry) => ShownHead;
  readonly summarize: (entry: JournalEntry) => ShownSummary;
  /** The summary as JSON. */
  readonly writeSummary: WriteSummary;
  readonly show: (entry: JournalEntry) => ShownExchange;
  readonly showRequest: (entry: JournalEntry) => Pick<ShownExchange, 'path' | 'request'>;
  /** Redacts texts derived from an exchange, such as its explanation. */
  readonly redact: <T>(entry: JournalEntry, value: T) => T;
  /** Redacts a value that belongs to no exchange, by names and formats alone. */
  readonly redactValue: (value: unknown) => unknown;
}

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

  const identify = (entry: JournalEntry): ShownHead => ({
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

  const summarize = (entry: JournalEntry): ShownSummary => ({
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
    writeSummary: createWriteSummary(summarize),
    show: (entry) => {
      const { readings, scrub } = readingOf(entry);
      return {
        ...summarize(entry),
        ...showRequest(entry),
        response: {
          headers: showResponseHeaders(entry, scrub),
          body: toShownBody(entry.sent, readings.sent, scrub),
        },
        scenario: (redactJson(entry.script ?? null, scrub) as ShownExchange['scenario']) ?? null,
      };
    },
    showRequest,
    redact: <T>(entry: JournalEntry, value: T): T => redactJson(value, readingOf(entry).scrub) as T,
    redactValue: (value) => redactJson(value, scrubForms),
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
  parts?: readonly ShownPart[],
): ShownBody | null => {
  if (kept === undefined || reading === undefined) return null;
  const { mediaType, byteLength, isCut } = kept;
  const body = { mediaType: scrub(mediaType), byteLength, cut: isCut };
  if (parts !== undefined) return { ...body, parts };
  if (reading.kind === 'json') return { ...body, json: redactJson(reading.value, scrub) };
  return reading.kind === 'text' ? { ...body, text: scrub(reading.text) } : body;
};

/** An upload by its fields and files, without the contents of the files. */
const toParts = ({ parts }: JournalEntry, scrub: Scrub): readonly ShownPart[] | undefined => {
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

const showRequestHeaders = ({ rawHeaders, operation }: JournalEntry, scrub: Scrub): Record<string, string> => {
  const shown = new Map<string, string>();
  for (const [label, value] of headerPairs(rawHeaders)) {
    const name = label.toLowerCase();
    const line = scrub(showHeader(name, value, operation));
    const key = scrub(name);
    const former = shown.get(key);
    shown.set(key, former === undefined ? line : `${former}, ${line}`);
  }
  return Object.fromEntries(shown);
};

const showResponseHeaders = ({ headers, sent, operation }: JournalEntry, scrub: Scrub): Record<string, string> => {
  const all = {
    ...headers,
    ...(sent === undefined ? {} : { 'content-type': sent.mediaType, 'content-length': String(sent.byteLength) }),
  };
  return Object.fromEntries(
    Object.entries(all).map(([name, value]) => [scrub(name), scrub(showHeader(name, value, operation))]),
  );
};

const isDescribedQuery = (name: string, { operation }: JournalEntry): boolean =>
  operation?.parameters.some((parameter) => parameter.in === 'query' && parameter.name === name) === true;

/** Undescribed parameters are shown by name only. */
const showQuery = (entry: JournalEntry, scrub: Scrub): Record<string, string[]> => {
  const shown: Record<string, string[]> = Object.create(null) as Record<string, string[]>;
  for (const [name, value] of new URLSearchParams(entry.query)) {
    const isShown = isDescribedQuery(name, entry) && !isSecretName(name);
    (shown[scrub(name)] ??= []).push(isShown ? scrub(value) : HIDDEN);
  }
  return { ...shown };
};

/** The scheme of a credential is not secret. */
const SCHEMES = new Set(['bearer', 'basic', 'digest', 'dpop']);

/** Also in parts: a token without its scheme, the password of Basic. */
export function* secretsInHeaders({ rawHeaders }: JournalEntry): Iterable<string> {
  for (const [name, value] of headerPairs(rawHeaders)) {
    if (!isSecretName(name)) continue;
    yield value;
    for (const part of value.split(/[\s;,]+/)) {
      if (SCHEMES.has(part.toLowerCase())) continue;
      yield part;
      yield part.slice(part.indexOf('=') + 1);
    }
    const basic = /^Basic +([\w+/]+=*)$/i.exec(value)?.[1];
    if (basic !== undefined) {
      const [id = '', ...rest] = Buffer.from(basic, 'base64').toString('utf8').split(':');
      if (rest.length > 0) yield rest.join(':');
      else yield id;
    }
  }
}

function* secretsInQuery(entry: JournalEntry): Iterable<string> {
  for (const [name, value] of new URLSearchParams(entry.query)) if (isSecretName(name)) yield value;
}
