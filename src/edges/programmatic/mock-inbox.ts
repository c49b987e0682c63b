import type { InboxAnswer } from '../../engine/inbox/inboxes.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import { type ShownMessage, toShownMessage, tooManyInboxes } from '../admin/webhooks/show-inboxes.ts';
import type { OwnInboxes } from '../../control/inbox/own-inboxes.ts';

/** A webhook receiver inside the stub: the inbox calls of the control API, without HTTP. */
export interface MockInbox {
  readonly name: string;
  /** The URL to register as a webhook endpoint. */
  readonly url: string;
  /** The messages received, oldest first, with headers, the exact body, and the result of the signature check. */
  readonly messages: () => readonly ShownMessage[];
  /** Sets the next responses; the last one repeats. */
  readonly answer: (...answers: readonly InboxAnswer[]) => void;
  /** Deletes the messages and returns to status 200. */
  readonly clear: () => void;
}

export const createMockInbox = async (
  name: string,
  inboxes: Pick<OwnInboxes, 'of' | 'urlOf'>,
  sandbox: Sandbox,
): Promise<MockInbox> => {
  const own = () => inboxes.of(sandbox.organization);
  return {
    name,
    url: await inboxes.urlOf(sandbox, name),
    messages: () => own().show(name).messages.map(toShownMessage),
    answer: (...answers) => {
      if (!own().program(name, answers)) throw tooManyInboxes();
    },
    clear: () => {
      own().remove(name);
    },
  };
};
