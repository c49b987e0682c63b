import type { LiveParts, Revisions } from '../sandbox/live-state.ts';
import type { Message } from './message.ts';

/** The places in which messages are captured one by one; the place of a message that is gone is used again. */
export interface MessageSlots<Judgement> {
  readonly put: (message: Message<Judgement>) => number;
  readonly at: (slot: number) => Message<Judgement> | undefined;
  readonly free: (slot: number) => void;
  /** Takes over messages; all slots but the used ones are free then. */
  readonly replace: (parts: LiveParts, used: ReadonlySet<number>) => void;
  /** The slots that have changed since a revision. */
  readonly since: (revision: number) => LiveParts;
}

interface Slot<Judgement> {
  message: Message<Judgement> | undefined;
  revision: number;
}

export const createMessageSlots = <Judgement>(revisions: Revisions): MessageSlots<Judgement> => {
  const slots: Slot<Judgement>[] = [];
  const unused: number[] = [];

  const free = (slot: number): void => {
    const found = slots[slot];
    if (found?.message === undefined) return;
    found.message = undefined;
    found.revision = revisions.next();
    unused.push(slot);
  };

  const set = (slot: number, message: Message<Judgement>): void => {
    while (slots.length <= slot) slots.push({ message: undefined, revision: 0 });
    slots[slot] = { message, revision: revisions.next() };
  };

  return {
    put: (message) => {
      const slot = unused.pop() ?? slots.length;
      set(slot, message);
      return slot;
    },
    at: (slot) => slots[slot]?.message,
    free,
    replace: (parts, used) => {
      for (const [slot, captured] of parts)
        if (captured !== undefined) set(Number(slot), toMessage(captured as Captured<Judgement>));
      for (const slot of slots.keys()) if (!used.has(slot)) free(slot);
      unused.splice(0, unused.length, ...[...slots.keys()].filter((slot) => !used.has(slot)));
    },
    since: (revision) =>
      new Map(
        [...slots.entries()].flatMap(([slot, { message, revision: latest }]) =>
          latest > revision ? [[String(slot), message === undefined ? undefined : toCaptured(message)] as const] : [],
        ),
      ),
  };
};

interface Captured<Judgement> extends Omit<Message<Judgement>, 'body'> {
  readonly base64: string;
}

const toCaptured = <Judgement>({ body, ...message }: Message<Judgement>): Captured<Judgement> => ({
  ...message,
  base64: Buffer.from(body).toString('base64'),
});

const toMessage = <Judgement>({ base64, ...message }: Captured<Judgement>): Message<Judgement> => ({
  ...message,
  body: Buffer.from(base64, 'base64'),
});
