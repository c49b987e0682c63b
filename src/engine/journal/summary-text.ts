import { toIsoDateTime } from '../../kernel/clock.ts';
import { stringifyJson } from '../../kernel/json.ts';
import type { JournalEntry } from './journal-entry.ts';
import type { ShownSummary } from './shown-exchange.ts';
import { createdIn, toMilliseconds } from './summary-parts.ts';

/** Writes summaries as JSON. Not for concurrent use: it remembers the frame of the latest one. */
export type WriteSummary = (entry: JournalEntry) => string;

/** A summary in pieces: between them stands what differs from one exchange to the next. */
interface Frame {
  readonly of: JournalEntry;
  readonly hasCreated: boolean;
  /** Not after a call through a public link. */
  readonly showsCreated: boolean;
  readonly pieces: readonly string[];
}

/** In the place of a value that differs. */
const GAP = '\u0000';
const QUOTED_GAP = JSON.stringify(GAP);

/**
 * Under load, exchanges in a row are alike but for their ids, times and events: then only these are written. The text is
 * that of the whole summary, member by member.
 */
export const createWriteSummary = (summarize: (entry: JournalEntry) => ShownSummary): WriteSummary => {
  let frame: Frame | undefined;

  const toFrame = (entry: JournalEntry, hasCreated: boolean): Frame => {
    const summary = summarize(entry);
    const showsCreated = 'created' in summary.records;
    const text = JSON.stringify({
      ...summary,
      ...{ id: GAP, receivedAt: GAP, traceId: GAP, sandboxTime: GAP, milliseconds: GAP, events: GAP },
      records: showsCreated ? { ...summary.records, created: GAP } : summary.records,
    });
    return { of: entry, hasCreated, showsCreated, pieces: text.split(QUOTED_GAP) };
  };

  return (entry) => {
    if (!isOrdinary(entry)) return stringifyJson(summarize(entry));
    const created = createdIn(entry);
    const hasCreated = created !== undefined;
    if (frame?.hasCreated !== hasCreated || !isAlike(frame.of, entry)) frame = toFrame(entry, hasCreated);
    // A value that looks like a gap.
    if (frame.pieces.length !== (frame.showsCreated ? 8 : 7)) return stringifyJson(summarize(entry));
    const [start, received, trace, time, took, made, events, end = events] = frame.pieces;
    const { id, receivedAt, traceId, sandbox } = entry;
    const head = `${start ?? ''}${quote(id)}${received ?? ''}"${toIsoDateTime(receivedAt)}"${trace ?? ''}${quote(traceId)}`;
    const body = `${time ?? ''}"${toIsoDateTime(sandbox?.now ?? 0)}"${took ?? ''}${String(toMilliseconds(entry))}${made ?? ''}`;
    const tail = `${frame.showsCreated ? `"${created ?? ''}"${events ?? ''}` : ''}[${eventsIn(entry)}]${end ?? ''}`;
    return head + body + tail;
  };
};

/** Without what is rare, and without what has to be redacted. */
const isOrdinary = ({ refusal, script, fault, idempotency, sandbox }: JournalEntry): boolean =>
  refusal === undefined &&
  script === undefined &&
  fault === undefined &&
  idempotency?.kind !== 'replay' &&
  sandbox !== undefined;

/** Whether two ordinary exchanges have the same frame. */
const isAlike = (one: JournalEntry, other: JournalEntry): boolean =>
  one.path === other.path &&
  one.method === other.method &&
  one.operation === other.operation &&
  one.status === other.status &&
  one.caller?.clientId === other.caller?.clientId &&
  one.token?.clientId === other.token?.clientId &&
  one.source === other.source &&
  one.endedAt === other.endedAt;

const eventsIn = ({ events }: JournalEntry): string =>
  events.length === 0 ? '' : events.map(({ id, type }) => `{"id":${quote(id)},"type":${quote(type)}}`).join();

const PLAIN = /^[\w.-]*$/;

const quote = (text: string): string => (PLAIN.test(text) ? `"${text}"` : JSON.stringify(text));
