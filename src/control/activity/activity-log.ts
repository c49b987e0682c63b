import type { StreamedKind } from '../../generated/control-schemas.ts';
import { type RingLimits, createRing, shorten } from '../../engine/journal/ring.ts';
import { writeEventOf } from '../../kernel/event-stream.ts';

/** The newest messages of a sandbox, serialized once for all readers; numbered from 1 in one sequence for all kinds. */
export interface ActivityLog {
  /** `data` is JSON. */
  readonly add: (kind: StreamedKind, event: string, data: string) => void;
  /** Number of the newest message; 0 if there was none. */
  readonly newest: () => number;
  /** The id of a message, as a reader of the stream gets it. */
  readonly idOf: (number: number) => string;
  /** The number in an id of this log; undefined for any other text, and for a message that was not there yet. */
  readonly numberIn: (id: string) => number | undefined;
  /** Whether all messages after this one are still there. */
  readonly continuesAfter: (number: number) => boolean;
  /** The next messages of these kinds as one text, with the number of the last one that was considered. */
  readonly read: (after: number, kinds: ReadonlySet<StreamedKind>) => ReadMessages;
  /** Drops the oldest messages, about a tenth. Returns their characters. */
  readonly shorten: () => number;
  /** Characters. */
  readonly size: () => number;
}

interface ReadMessages {
  readonly text: string;
  readonly last: number;
}

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

/** `name` distinguishes the ids of this log from those of earlier ones. */
export const createActivityLog = (name: string, limits: RingLimits): ActivityLog => {
  const messages = createRing<Message>(limits);
  let newest = 0;
  /** Readers that wait for the same messages get the same text. */
  let lastRead: (ReadMessages & { readonly after: number; readonly kinds: string }) | undefined;

  const idOf = (number: number): string => `${name}.${String(number)}`;

  return {
    add: (kind, event, data) => {
      const text = writeEventOf(event, data, idOf(++newest));
      messages.add({ position: newest, kind, text, weight: text.length });
    },
    newest: () => newest,
    idOf,
    numberIn: (id) => {
      const [ownName, number] = id.split('.');
      return ownName === name && Number(number) <= newest ? Number(number) : undefined;
    },
    continuesAfter: (number) => number === newest || number >= messages.oldest() - 1,
    read: (after, kinds) => {
      const key = [...kinds].join(' ');
      if (lastRead?.after === after && lastRead.kinds === key && lastRead.last === newest) return lastRead;
      let text = '';
      let last = after;
      for (const message of messages.after(after)) {
        if (text.length >= PIECE) break;
        last = message.position;
        if (kinds.has(message.kind)) text += message.text;
      }
      lastRead = { after, kinds: key, text, last };
      return lastRead;
    },
    shorten: () => shorten(messages),
    size: messages.weight,
  };
};
