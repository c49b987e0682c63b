/** What an inbox answers: a status, nothing at all, or a connection that breaks off. */
export type InboxAnswer = number | 'timeout' | 'reset';

/** Something that was sent to an inbox. */
export interface Message<Judgement> {
  /** Counts what ever came to this inbox, from 1. */
  readonly number: number;
  /** Milliseconds since the epoch, wall time. */
  readonly receivedAt: number;
  /** As they came. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
  readonly answered: InboxAnswer;
  readonly judgement: Judgement;
}

export type Arrival<Judgement> = Omit<Message<Judgement>, 'number' | 'answered'>;

export interface InboxContents<Judgement> {
  readonly name: string;
  /** What is answered from now on, one after the other; the last one stays. Empty: 200. */
  readonly answers: readonly InboxAnswer[];
  /** Oldest first. */
  readonly messages: readonly Message<Judgement>[];
  /** How many ever came, those that had to make room included. */
  readonly received: number;
}

/** The inboxes of a sandbox: receivers of webhooks that keep what comes. */
export interface Inboxes<Judgement> {
  readonly list: () => readonly InboxContents<Judgement>[];
  /** An inbox that nothing was sent to is an empty one. */
  readonly show: (name: string) => InboxContents<Judgement>;
  /** False when there are too many inboxes to have one more. */
  readonly program: (name: string, answers: readonly InboxAnswer[]) => boolean;
  /** Keeps what came, and says what is answered; undefined when there is no room for an inbox more. */
  readonly receive: (name: string, arrival: Arrival<Judgement>) => Message<Judgement> | undefined;
  /** With what came and what was to be answered. */
  readonly remove: (name: string) => void;
}

/** Of one sandbox. Strangers may send to it, whoever knows the address. */
export const MOST_INBOXES = 20;
export const MOST_MESSAGES = 200;
export const MOST_BYTES = 2_097_152;

/** Of one message; what is larger is refused. */
export const LARGEST_MESSAGE = 262_144;

interface Inbox<Judgement> {
  answers: readonly InboxAnswer[];
  received: number;
  messages: Message<Judgement>[];
}

export const createInboxes = <Judgement>(): Inboxes<Judgement> => {
  const inboxes = new Map<string, Inbox<Judgement>>();
  /** Of all inboxes, in the order in which they came. */
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
  };
};

const sizeOf = ({ headers, body }: Pick<Arrival<unknown>, 'headers' | 'body'>): number =>
  headers.reduce((sum, [name, value]) => sum + name.length + value.length, body.byteLength);
