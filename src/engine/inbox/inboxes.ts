import type { InboxAnswer } from '../../generated/control-schemas.ts';
import type { MemoryAccount } from '../../kernel/memory-account.ts';
import type { Random } from '../../kernel/random.ts';
import { defineRecords } from '../sandbox/collection.ts';
import { matching, object } from '../sandbox/record-schema.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { Judgement } from './judge-signature.ts';

/** A request that an inbox has received. */
export interface Message {
  /** Sequence number within this inbox, from 1. */
  readonly number: number;
  /** Wall-clock time in milliseconds since the epoch. */
  readonly receivedAt: number;
  /** As received, in order. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
  readonly answered: InboxAnswer;
  readonly judgement: Judgement;
}

const ONLY = 'key';

/**
 * The secret part of the URLs of a sandbox's inboxes, so that they cannot be guessed. Stored with the sandbox's data:
 * the URLs survive a restart, and a copy of the sandbox has its own, because they also contain its name.
 */
export const inboxKeys = defineRecords('inbox-keys', object({ key: matching('^[0-9A-HJKMNP-TV-Z]{26}$') }), () => ONLY);

/** Undefined until the URL of an inbox is requested for the first time. */
export const findInboxKey = async (sandbox: Sandbox): Promise<string | undefined> =>
  (await sandbox.read((reading) => reading.get(inboxKeys, ONLY)))?.key;

/** Generates the key on first use. */
export const needInboxKey = async (sandbox: Sandbox, draw: (random: Random) => string): Promise<string> =>
  (await findInboxKey(sandbox)) ??
  sandbox.transact((work) => {
    const known = work.get(inboxKeys, ONLY);
    return (known ?? work.insert(inboxKeys, ({ random }) => ({ key: draw(random) }))).key;
  });

export type Arrival = Omit<Message, 'number' | 'answered'>;

export interface InboxContents {
  readonly name: string;
  /** The next responses, in order; the last one is repeated. Empty: 200. */
  readonly answers: readonly InboxAnswer[];
  /** Oldest first. */
  readonly messages: readonly Message[];
  /** Total number received, including evicted messages. */
  readonly received: number;
}

/** The inboxes of a sandbox: webhook receivers that record requests. */
export interface Inboxes {
  readonly list: () => readonly InboxContents[];
  /** An unused inbox is returned as empty. */
  readonly show: (name: string) => InboxContents;
  /** False if the maximum number of inboxes is reached. */
  readonly program: (name: string, answers: readonly InboxAnswer[]) => boolean;
  /** Records a request and returns it with its response; undefined if the maximum number of inboxes is reached. */
  readonly receive: (name: string, arrival: Arrival) => Message | undefined;
  /** Including its messages and programmed responses. */
  readonly remove: (name: string) => void;
  /** See `LiveState`. */
  readonly live: {
    readonly save: () => unknown;
    readonly load: (saved: unknown) => void;
    readonly changes: () => number;
  };
}

/** Limits of one sandbox, since anyone who knows the URL can send to it. */
export const MOST_INBOXES = 20;
export const MOST_MESSAGES = 200;
export const MOST_BYTES = 2_097_152;

/** Maximum size of one message in bytes; a larger one is rejected. */
export const LARGEST_MESSAGE = 262_144;

interface Inbox {
  readonly name: string;
  answers: readonly InboxAnswer[];
  received: number;
  messages: Message[];
}

interface Arrived {
  readonly inbox: Inbox;
  readonly message: Message;
  readonly size: number;
}

interface Saved {
  readonly inboxes: readonly Omit<Inbox, 'messages'>[];
  /** In order of arrival. */
  readonly line: readonly SavedMessage[];
}

interface SavedMessage extends Omit<Message, 'body'> {
  readonly inbox: string;
  readonly base64: string;
}

/** `memory`: what the messages of all sandboxes may keep. */
export const createInboxes = (memory: MemoryAccount): Inboxes => {
  const inboxes = new Map<string, Inbox>();
  /** Messages of all inboxes, in order of arrival. */
  let line: Arrived[] = [];
  let bytes = 0;
  let changes = 0;

  const need = (name: string): Inbox | undefined => {
    const known = inboxes.get(name);
    if (known !== undefined || inboxes.size >= MOST_INBOXES) return known;
    const inbox: Inbox = { name, answers: [], received: 0, messages: [] };
    inboxes.set(name, inbox);
    return inbox;
  };

  const append = (inbox: Inbox, message: Message): void => {
    inbox.messages.push(message);
    const size = sizeOf(message);
    line.push({ inbox, message, size });
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
    }
  };

  const contentsOf = (name: string, inbox: Inbox | undefined): InboxContents => ({
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
      changes += 1;
      return true;
    },
    receive: (name, arrival) => {
      const inbox = need(name);
      if (inbox === undefined) return undefined;
      const [answered = 200, ...others] = inbox.answers;
      if (others.length > 0) inbox.answers = others;
      inbox.received += 1;
      const message = { number: inbox.received, answered, ...arrival };
      append(inbox, message);
      makeRoom();
      changes += 1;
      return message;
    },
    remove: (name) => {
      const inbox = inboxes.get(name);
      if (!inboxes.delete(name)) return;
      line = line.filter((each) => {
        if (each.inbox !== inbox) return true;
        count(-each.size);
        return false;
      });
      changes += 1;
    },
    live: {
      save: (): Saved | undefined =>
        inboxes.size === 0
          ? undefined
          : {
              inboxes: [...inboxes.values()].map(({ name, answers, received }) => ({ name, answers, received })),
              line: line.map(({ inbox: { name }, message: { body, ...message } }) => ({
                ...message,
                inbox: name,
                base64: Buffer.from(body).toString('base64'),
              })),
            },
      load: (saved) => {
        inboxes.clear();
        line = [];
        count(-bytes);
        const { inboxes: known, line: arrived } = (saved ?? NOTHING) as Saved;
        for (const one of known) inboxes.set(one.name, { ...one, messages: [] });
        for (const { inbox: name, base64, ...message } of arrived) {
          const inbox = inboxes.get(name);
          if (inbox !== undefined) append(inbox, { ...message, body: Buffer.from(base64, 'base64') });
        }
        changes += 1;
      },
      changes: () => changes,
    },
  };
};

const NOTHING: Saved = { inboxes: [], line: [] };

const sizeOf = ({ headers, body }: Pick<Arrival, 'headers' | 'body'>): number =>
  headers.reduce((sum, [name, value]) => sum + name.length + value.length, body.byteLength);
