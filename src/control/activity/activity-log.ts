import type { StreamedKind } from '../../generated/control-schemas.ts';
import { type RingLimits, createRing } from '../../engine/journal/ring.ts';
import { writeEventOf } from '../../kernel/event-stream.ts';

/** Characters after which a text ends: what a slow client has not read yet is held in memory. */
const PIECE = 65_536;

interface Message {
  /** Its number. */
  readonly position: number;
  readonly kind: StreamedKind;
  readonly text: string;
  /** Characters. */
  readonly weight: number;
}

/**
 * The newest messages of a sandbox, serialized once for all readers; numbered from 1 in one sequence for all kinds. `name`
 * distinguishes the ids of its messages from those of other logs.
 */
export const createActivityLog = (name: string, limits: RingLimits) => {
  const messages = createRing<Message>(limits);
  let newest = 0;
  /** Readers that wait for the same messages get the same text. */
  let lastRead: { readonly text: string; readonly last: number; readonly key: string } | undefined;

  /** The id of a message, as a reader of the stream gets it. */
  const idOf = (number: number): string => `${name}.${String(number)}`;

  return {
    add: (kind: StreamedKind, event: string, json: string): void => {
      const text = writeEventOf(event, json, idOf(++newest));
      messages.add({ position: newest, kind, text, weight: text.length });
    },
    /** Number of the newest message; 0 if there was none. */
    newest: () => newest,
    idOf,
    /** The number in an id of this log; undefined for any other text, and for a message that was not there yet. */
    numberIn: (id: string): number | undefined => {
      const [ownName, number] = id.split('.');
      return ownName === name && Number(number) <= newest ? Number(number) : undefined;
    },
    /** Whether all messages after this one are still there. */
    continuesAfter: (number: number): boolean => number === newest || number >= messages.oldest() - 1,
    /** The next messages of these kinds as one text, with the number of the last one that was considered. */
    read: (after: number, kinds: ReadonlySet<StreamedKind>): { readonly text: string; readonly last: number } => {
      const key = `${String(after)} ${[...kinds].join(' ')}`;
      if (lastRead?.key === key && lastRead.last === newest) return lastRead;
      let text = '';
      let last = after;
      for (const message of messages.after(after)) {
        if (text.length >= PIECE) break;
        last = message.position;
        if (kinds.has(message.kind)) text += message.text;
      }
      lastRead = { key, text, last };
      return lastRead;
    },
    /** Drops the oldest messages, about a tenth. Returns their characters. */
    shorten: messages.shorten,
    /** Characters. */
    size: messages.weight,
  };
};
