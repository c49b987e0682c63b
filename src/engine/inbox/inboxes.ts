import type { InboxAnswer, InboxMessage } from '../../generated/control-schemas.ts';
import type { MemoryAccount } from '../../kernel/memory-account.ts';
import type { Random } from '../../kernel/random.ts';
import { defineRecords } from '../sandbox/collection.ts';
import { matching, object } from '../sandbox/record-schema.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';

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

/** A request that an inbox receives. */
export interface Arrival {
  /** Wall-clock time in milliseconds since the epoch. */
  readonly receivedAt: number;
  /** As received, in order. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
  /** The result of verifying its signature as a correct receiver would. */
  readonly judgement: {
    readonly verdict: InboxMessage['signature']['verdict'];
    /** The webhook endpoint whose secret matches. */
    readonly webhookId?: string;
    readonly reason: string;
  };
}

export interface Message extends Arrival {
  readonly inbox: string;
  /** Sequence number within this inbox, from 1. */
  readonly number: number;
  readonly answered: InboxAnswer;
}

interface Inbox {
  readonly name: string;
  /** The next responses, in order; the last one is repeated. Empty: 200. */
  readonly answers: readonly InboxAnswer[];
  /** Total number received, including evicted messages. */
  readonly received: number;
}

/** Limits of one sandbox, since anyone who knows the URL can send to it. */
export const MOST_INBOXES = 20;
export const MOST_MESSAGES = 200;
export const MOST_BYTES = 2_097_152;

/** Maximum size of one message in bytes; a larger one is rejected. */
export const LARGEST_MESSAGE = 262_144;

/**
 * The inboxes of a sandbox: webhook receivers that record requests. `memory`: what the messages of all sandboxes may
 * keep.
 */
export const createInboxes = (memory: MemoryAccount) => {
  const inboxes = new Map<string, Inbox>();
  /** Messages of all inboxes, in order of arrival. */
  let line: Message[] = [];
  let bytes = 0;
  let changes = 0;

  /** An unused inbox is returned as empty. */
  const find = (name: string): Inbox => inboxes.get(name) ?? { name, answers: [], received: 0 };

  /** Undefined if the maximum number of inboxes is reached. */
  const put = (name: string, change: (inbox: Inbox) => Inbox): Inbox | undefined => {
    if (!inboxes.has(name) && inboxes.size >= MOST_INBOXES) return undefined;
    const changed = change(find(name));
    inboxes.set(name, changed);
    changes += 1;
    return changed;
  };

  const count = (more: number): void => {
    bytes += more;
    memory.count(more);
  };

  const setLine = (messages: readonly Message[]): void => {
    line = [...messages];
    count(line.reduce((sum, message) => sum + sizeOf(message), -bytes));
  };

  const show = (name: string) => ({ ...find(name), messages: line.filter(({ inbox }) => inbox === name) });

  return {
    list: () => [...inboxes.keys()].map(show),
    show,
    /** False if the maximum number of inboxes is reached. */
    program: (name: string, answers: readonly InboxAnswer[]): boolean =>
      put(name, (inbox) => ({ ...inbox, answers })) !== undefined,
    /** Records a request and returns it with its response; undefined if the maximum number of inboxes is reached. */
    receive: (name: string, arrival: Arrival): Message | undefined => {
      const [answered = 200, ...others] = find(name).answers;
      const inbox = put(name, ({ answers, received }) => ({
        name,
        answers: others.length > 0 ? others : answers,
        received: received + 1,
      }));
      if (inbox === undefined) return undefined;
      const message = { inbox: name, number: inbox.received, answered, ...arrival };
      line.push(message);
      count(sizeOf(message));
      while (line.length > MOST_MESSAGES || bytes > MOST_BYTES || !memory.hasRoomFor(bytes)) {
        const oldest = line.shift();
        if (oldest === undefined) break;
        count(-sizeOf(oldest));
      }
      return message;
    },
    /** Including its messages and programmed responses. */
    remove: (name: string): void => {
      if (!inboxes.delete(name)) return;
      setLine(line.filter(({ inbox }) => inbox !== name));
      changes += 1;
    },
    /** See `LiveState`. */
    live: {
      save: () =>
        inboxes.size === 0
          ? undefined
          : {
              inboxes: [...inboxes.values()],
              line: line.map(({ body, ...message }) => ({ ...message, base64: Buffer.from(body).toString('base64') })),
            },
      load: (saved: unknown): void => {
        const state = (saved ?? { inboxes: [], line: [] }) as {
          readonly inboxes: readonly Inbox[];
          readonly line: readonly (Omit<Message, 'body'> & { readonly base64: string })[];
        };
        inboxes.clear();
        for (const inbox of state.inboxes) inboxes.set(inbox.name, inbox);
        setLine(state.line.map(({ base64, ...message }) => ({ ...message, body: Buffer.from(base64, 'base64') })));
        changes += 1;
      },
      changes: () => changes,
    },
  };
};

const sizeOf = ({ headers, body }: Arrival): number =>
  headers.reduce((sum, [name, value]) => sum + name.length + value.length, body.byteLength);
