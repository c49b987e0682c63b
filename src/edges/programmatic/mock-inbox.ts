import type { InboxAnswer } from '../../engine/inbox/inboxes.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import { type ShownMessage, toShownMessage, tooManyInboxes } from '../admin/webhooks/show-inboxes.ts';
import type { OwnInboxes } from '../inbox/own-inboxes.ts';

/** A receiver of webhooks that the stub has itself, in the hands of a program: what the control API does, without HTTP. */
export interface MockInbox {
  readonly name: string;
  /** What a webhook endpoint is registered with. */
  readonly url: string;
  /** What came, oldest first, with headers, the body byte for byte, and how its signature was found. */
  readonly messages: () => readonly ShownMessage[];
  /** What it answers from now on, one after the other; the last one stays. */
  readonly answer: (...answers: readonly InboxAnswer[]) => void;
  /** Forgets what came, and answers 200 again. */
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
