import type { JournalEntry } from './journal-entry.ts';
import type { Scrub } from './scrub.ts';

/** Maximum characters of a reason: it is shown in one line of a list. */
const LONGEST_REASON = 300;

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** Why an exchange was refused, in one line: the first violation, or else the detail. */
export const toReason = ({ refusal }: JournalEntry): string | undefined => {
  if (refusal === undefined) return undefined;
  const [first] = refusal.errors ?? [];
  const reason = first === undefined ? refusal.detail : `${first.field}: ${first.message}`;
  const line = reason.replaceAll(/\s+/g, ' ');
  return line.length > LONGEST_REASON ? `${line.slice(0, LONGEST_REASON)}…` : line;
};

/** The records that the path names, by parameter. */
export const recordsInPath = ({ pathParameters }: JournalEntry, scrub: Scrub): Readonly<Record<string, string>> => {
  const records: Record<string, string> = {};
  for (const name in pathParameters) {
    const value = pathParameters[name] ?? '';
    records[name] = UUID.test(value) ? value : scrub(value);
  }
  return records;
};

/** The last segment of the `Location` of the response, if it is the id of a record. */
export const createdIn = ({ headers: { location } }: JournalEntry): string | undefined => {
  const created = location?.slice(location.lastIndexOf('/') + 1);
  return created !== undefined && UUID.test(created) ? created : undefined;
};

/** From the first byte of the request until the response was ready. */
export const toMilliseconds = ({ startedAt, endedReadingAt }: JournalEntry): number =>
  Math.round((endedReadingAt - startedAt) * 1000) / 1000;
