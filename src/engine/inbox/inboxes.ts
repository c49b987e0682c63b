/** The response of an inbox: a status, no response at all, or a connection reset. */
export type InboxAnswer = number | 'timeout' | 'reset';

/** A request that an inbox has received. */
export interface Message<Judgement> {
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
  /** Returns a function that restores all inboxes as they are now; it can be called once. */
  readonly save: () => () => void;
}

/** Limits of one sandbox, since anyone who knows the URL can send to it. */
export const MOST_INBOXES = 20;
export const MOST_MESSAGES = 200;
export const MOST_BYTES = 2_097_152;

/** Maximum size of one message in bytes; a larger one is rejected. */
export const LARGEST_MESSAGE = 262_144;

interface Inbox<Judgement> {
  answers: readonly InboxAnswer[];
  received: number;
  messages: Message<Judgement>[];
}

export const createInboxes = <Judgement>(): Inboxes<Judgement> => {
  let inboxes = new Map<string, Inbox<Judgement>>();
  /** Messages of all inboxes, in order of arrival. */
  let line: { readonly inbox: Inbox<Judgement>; readonly size: number }[] = [];
  let bytes = 0;

  const need = (name: string): Inbox<Judgement> | undefined => {
    const known = inboxes.get(name);
    if (known !== undefined || inboxes.size >= MOST_INBOXES) return known;
    const inbox: Inbox<Judgement> = { answers: [], received: 0, messages: [] };
    inboxes.set(name, inbox);
    return inbox;
  };

  const makeRoom = (): void => {
    while (line.length > MOST_MESSAGES || bytes > MOST_BYTES) {
      const oldest = line.shift();
      if (oldest === undefined) return;
      oldest.inbox.messages.shift();
      bytes -= oldest.size;
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
      if (inbox !== undefined) inbox.answers = answers;
      return inbox !== undefined;
    },
    receive: (name, arrival) => {
      const inbox = need(name);
      if (inbox === undefined) return undefined;
      const [answered = 200, ...others] = inbox.answers;
      if (others.length > 0) inbox.answers = others;
      inbox.received += 1;
      const message = { number: inbox.received, answered, ...arrival };
      inbox.messages.push(message);
      const size = sizeOf(arrival);
      line.push({ inbox, size });
      bytes += size;
      makeRoom();
      return message;
    },
    remove: (name) => {
      const inbox = inboxes.get(name);
      inboxes.delete(name);
      line = line.filter((each) => {
        if (each.inbox === inbox) bytes -= each.size;
        return each.inbox !== inbox;
      });
    },
    save: () => {
      const copies = new Map([...inboxes].map(([, inbox]) => [inbox, { ...inbox, messages: [...inbox.messages] }]));
      const saved = new Map([...inboxes].map(([name, inbox]) => [name, copies.get(inbox) ?? inbox]));
      const savedLine = line.map(({ inbox, size }) => ({ inbox: copies.get(inbox) ?? inbox, size }));
      const savedBytes = bytes;
      return () => {
        inboxes = saved;
        line = savedLine;
        bytes = savedBytes;
      };
    },
  };
};

const sizeOf = ({ headers, body }: Pick<Arrival<unknown>, 'headers' | 'body'>): number =>
  headers.reduce((sum, [name, value]) => sum + name.length + value.length, body.byteLength);
