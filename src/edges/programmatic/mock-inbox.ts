import type { OwnInboxes } from '../../control/inbox/own-inboxes.ts';
import type { InboxAnswer, InboxMessage } from '../../generated/control-schemas.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';

/** A webhook receiver inside the stub: the inbox calls of the control API, without HTTP. */
export interface MockInbox {
  readonly name: string;
  /** The URL to register as a webhook endpoint. */
  readonly url: string;
  /** The messages received, oldest first, with headers, the exact body, and the result of the signature check. */
  readonly messages: () => readonly InboxMessage[];
  /** Sets the next responses; the last one repeats. */
  readonly answer: (...answers: readonly InboxAnswer[]) => void;
  /** Deletes the messages and returns to status 200. */
  readonly clear: () => void;
}

export const createMockInbox = async (name: string, inboxes: OwnInboxes, sandbox: Sandbox): Promise<MockInbox> => ({
  name,
  url: await inboxes.urlOf(sandbox, name),
  messages: () => inboxes.messages(sandbox, name),
  answer: (...answers) => {
    inboxes.program(sandbox, name, answers);
  },
  clear: () => {
    inboxes.remove(sandbox, name);
  },
});
