import type { SandboxInboxes } from '../../../control/inbox/sandbox-inboxes.ts';
import type { InboxAnswer } from '../../../engine/inbox/inboxes.ts';
import type { Validated } from '../../../engine/exchange/exchange.ts';
import type { Behaviours } from '../../../engine/responders/stateful.ts';
import { type Reply, jsonContent } from '../../../kernel/http.ts';
import { sandboxOf } from '../access/sandbox-of.ts';

const ok = (value: unknown): Reply => ({ status: 200, headers: {}, content: jsonContent(value) });

const nameIn = ({ pathParameters }: Validated): string => pathParameters['name'] ?? '';

/** The receivers of webhooks that the server itself has. */
export const showInboxes = (inboxes: SandboxInboxes): Behaviours => ({
  listInboxes: async (exchange) => ok({ data: await inboxes.list(sandboxOf(exchange)) }),
  getInbox: async (exchange) => ok(await inboxes.show(sandboxOf(exchange), nameIn(exchange))),
  programInbox: async (exchange) => {
    const { answers } = exchange.input.body as { readonly answers: readonly InboxAnswer[] };
    const sandbox = sandboxOf(exchange);
    inboxes.program(sandbox, nameIn(exchange), answers);
    return ok(await inboxes.show(sandbox, nameIn(exchange)));
  },
  deleteInbox: (exchange) => {
    inboxes.remove(sandboxOf(exchange), nameIn(exchange));
    return { status: 204, headers: {} };
  },
});
