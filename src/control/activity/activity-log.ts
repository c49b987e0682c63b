import { writeEventOf } from '../../kernel/event-stream.ts';
import type { ActivityKind } from './activity.ts';

/** The newest messages of a sandbox, serialized once for all readers; numbered from 1 in one sequence for all kinds. */
export interface ActivityLog {
  /** `data` is JSON. */
  readonly add: (kind: ActivityKind, event: string, data: string) => void;
  /** Number of the newest message; 0 if there was none. */
  readonly newest: () => number;
  /** The id of a message, as a reader of the stream gets it. */
  readonly idOf: (number: number) => string;
  /** The number in an id of this log; undefined for any other text, and for a message that was not there yet. */
  readonly numberIn: (id: string) => number | undefined;
  /** Whether all messages after this one are still there. */
  readonly continuesAfter: (number: number) => boolean;
  /** The next messages of these kinds as one text, with the number of the last one that was considered. */
  readonly read: (after: number, kinds: ReadonlySet<ActivityKind>) => ReadMessages;
  readonly dropOldest: () => void;
  /** Characters. */
  readonly size: () => number;
}

interface ReadMessages {
  readonly text: string;
  readonly last: number;
}

export interface LogLimits {
  readonly messages: number;
  /** Characters. */
  readonly size: number;
}

/** Characters after which a text ends: what a slow client has not read yet is held in memory. */
const PIECE = 65_536;

interface Message {
  readonly kind: ActivityKind;
  readonly text: string;
}

/** `name` distinguishes the ids of this log from those of earlier ones. */
export const createActivityLog = (name: string, limits: LogLimits): ActivityLog => {
  let messages: (Message | undefined)[] = [];
  /** Index of the oldest message, and the number of messages dropped before index 0. */
  let oldest = 0;
  let offset = 0;
  let size = 0;
  /** Readers that wait for the same messages get the same text. */
  let lastRead: (ReadMessages & { readonly after: number; readonly kinds: string }) | undefined;

  const newest = (): number => offset + messages.length;
  const idOf = (number: number): string => `${name}.${String(number)}`;

  const dropOldest = (): void => {
    if (oldest === messages.length) return;
    size -= messages[oldest]?.text.length ?? 0;
    messages[oldest++] = undefined;
    if (oldest <= limits.messages) return;
    messages = messages.slice(oldest);
    offset += oldest;
    oldest = 0;
  };

  return {
    add: (kind, event, data) => {
      const text = writeEventOf(event, data, idOf(newest() + 1));
      messages.push({ kind, text });
      size += text.length;
      while (messages.length - oldest > limits.messages || (size > limits.size && messages.length - oldest > 1))
        dropOldest();
    },
    newest,
    idOf,
    numberIn: (id) => {
      const [ownName, number] = id.split('.');
      return ownName === name && Number(number) <= newest() ? Number(number) : undefined;
    },
    continuesAfter: (number) => number >= offset + oldest,
    read: (after, kinds) => {
      const key = [...kinds].join(' ');
      if (lastRead?.after === after && lastRead.kinds === key && lastRead.last === newest()) return lastRead;
      let text = '';
      let last = after;
      for (; last < newest() && text.length < PIECE; last++) {
        const message = messages[last - offset];
        if (message !== undefined && kinds.has(message.kind)) text += message.text;
      }
      lastRead = { after, kinds: key, text, last };
      return lastRead;
    },
    dropOldest,
    size: () => size,
  };
};
