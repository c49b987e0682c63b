import type { MemoryAccount } from '../../kernel/memory-account.ts';
import type { LiveParts, Revisions } from '../sandbox/live-state.ts';
import type { InboxAnswer, Message } from './message.ts';
import { createMessageSlots } from './message-slots.ts';

export type Arrival<Judgement> = Omit<Message<Judgement>, 'number' | 'answered'>;

export interface InboxContents<Judgement> {
  readonly name: string;
  /** The next responses, in order; the last one is repeated. Empty: 200. */
  readonly answers: readonly InboxAnswer[];
  /** Oldest first. */
  readonly messages: readonly Message<Judgement>[];
  /** Total number received, including evicted messages. */
  readonly received: number;
}

/** The inboxes of a sandbox: webhook receivers that record requests. */
export interface Inboxes<Judgement> {
  readonly list: () => readonly InboxContents<Judgement>[];
  /** An unused inbox is returned as empty. */
  readonly show: (name: string) => InboxContents<Judgement>;
  /** False if the maximum number of inboxes is reached. */
  readonly program: (name: string, answers: readonly InboxAnswer[]) => boolean;
  /** Records a request and returns it with its response; undefined if the maximum number of inboxes is reached. */
  readonly receive: (name: string, arrival: Arrival<Judgement>) => Message<Judgement> | undefined;
  /** Including its messages and programmed responses. */
  readonly remove: (name: string) => void;
  /** See `LiveState`; a message is a part. */
  readonly live: {
    readonly revision: () => number;
    readonly capture: () => unknown;
    readonly restore: (captured: unknown, parts: LiveParts) => void;
    readonly partsSince: (revision: number) => LiveParts;
  };
}

/** Limits of one sandbox, since anyone who knows the URL can send to it. */
export const MOST_INBOXES = 20;
export const MOST_MESSAGES = 200;
export const MOST_BYTES = 2_097_152;

/** Maximum size of one message in bytes; a larger one is rejected. */
export const LARGEST_MESSAGE = 262_144;

interface Inbox<Judgement> {
  readonly name: string;
  answers: readonly InboxAnswer[];
  received: number;
  messages: Message<Judgement>[];
}

interface Arrived<Judgement> {
  readonly inbox: Inbox<Judgement>;
  readonly size: number;
  readonly slot: number;
}

/** What is captured of all inboxes besides their messages. */
interface Captured {
  readonly inboxes: readonly {
    readonly name: string;
    readonly answers: readonly InboxAnswer[];
    readonly received: number;
  }[];
  /** The inbox and the slot of each message, in order of arrival. */
  readonly line: readonly (readonly [inbox: string, slot: number])[];
}

/** `memory`: what the messages of all sandboxes may keep. */
export const createInboxes = <Judgement>(revisions: Revisions, memory: MemoryAccount): Inboxes<Judgement> => {
  const inboxes = new Map<string, Inbox<Judgement>>();
  const slots = createMessageSlots<Judgement>(revisions);
  /** Messages of all inboxes, in order of arrival. */
  let line: Arrived<Judgement>[] = [];
  let bytes = 0;
  let revision = 0;

  const changed = (): void => {
    revision = revisions.next();
  };

  const need = (name: string): Inbox<Judgement> | undefined => {
    const known = inboxes.get(name);
    if (known !== undefined || inboxes.size >= MOST_INBOXES) return known;
    const inbox: Inbox<Judgement> = { name, answers: [], received: 0, messages: [] };
    inboxes.set(name, inbox);
    return inbox;
  };

  const append = (inbox: Inbox<Judgement>, message: Message<Judgement>, slot: number): void => {
    inbox.messages.push(message);
    const size = sizeOf(message);
    line.push({ inbox, size, slot });
    count(size);
  };

  const count = (more: number): void => {
    bytes += more;
    memory.count(more);
  };

  const makeRoom = (): void => {
    while (line.length > MOST_MESSAGES || bytes > MOST_BYTES || !memory.hasRoomFor(bytes)) {
      const oldest = line.shift();
      if (oldest === undefined) return;
      oldest.inbox.messages.shift();
      count(-oldest.size);
      slots.free(oldest.slot);
    }
  };

  const contentsOf = (name: string, inbox: Inbox<Judgement> | undefined): InboxContents<Judgement> => ({
    name,
    answers: inbox?.answers ?? [],
    messages: [...(inbox?.messages ?? [])],
    received: inbox?.received ?? 0,
  });

  return {
    list: () => [...inboxes].map(([name, inbox]) => contentsOf(name, inbox)),
    show: (name) => contentsOf(name, inboxes.get(name)),
    program: (name, answers) => {
      const inbox = need(name);
      if (inbox === undefined) return false;
      inbox.answers = answers;
      changed();
      return true;
    },
    receive: (name, arrival) => {
      const inbox = need(name);
      if (inbox === undefined) return undefined;
      const [answered = 200, ...others] = inbox.answers;
      if (others.length > 0) inbox.answers = others;
      inbox.received += 1;
      const message = { number: inbox.received, answered, ...arrival };
      append(inbox, message, slots.put(message));
      makeRoom();
      changed();
      return message;
    },
    remove: (name) => {
      const inbox = inboxes.get(name);
      if (!inboxes.delete(name)) return;
      line = line.filter((each) => {
        if (each.inbox !== inbox) return true;
        count(-each.size);
        slots.free(each.slot);
        return false;
      });
      changed();
    },
    live: {
      revision: () => revision,
      capture: (): Captured | undefined =>
        inboxes.size === 0
          ? undefined
          : {
              inboxes: [...inboxes.values()].map(({ name, answers, received }) => ({ name, answers, received })),
              line: line.map(({ inbox, slot }) => [inbox.name, slot]),
            },
      restore: (captured, parts) => {
        const { inboxes: known, line: arrived } = (captured ?? NOTHING) as Captured;
        slots.replace(parts, new Set(arrived.map(([, slot]) => slot)));
        inboxes.clear();
        for (const one of known) inboxes.set(one.name, { ...one, messages: [] });
        line = [];
        count(-bytes);
        for (const [name, slot] of arrived) {
          const inbox = inboxes.get(name);
          const message = slots.at(slot);
          if (inbox !== undefined && message !== undefined) append(inbox, message, slot);
        }
        changed();
      },
      partsSince: slots.since,
    },
  };
};

const NOTHING: Captured = { inboxes: [], line: [] };

const sizeOf = ({ headers, body }: Pick<Arrival<unknown>, 'headers' | 'body'>): number =>
  headers.reduce((sum, [name, value]) => sum + name.length + value.length, body.byteLength);
