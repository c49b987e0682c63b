import type { StateDocument } from '../../../control/state/state-document.ts';
import type { StateExchange } from '../../../control/state/state-exchange.ts';
import type { Behaviours } from '../../../engine/responders/stateful.ts';
import { jsonContent } from '../../../kernel/http.ts';
import { ownerOf, sandboxOf } from '../access/sandbox-of.ts';

/** Takes everything out of a sandbox as one document, and puts such a document in its place. */
export const exchangeState = (states: StateExchange): Behaviours => ({
  exportState: async (exchange) => {
    const owner = ownerOf(exchange);
    sandboxOf(exchange);
    const content = await states.export(owner);
    const headers = { 'cache-control': 'no-store', 'content-disposition': 'attachment; filename="state.json"' };
    return { status: 200, headers, content };
  },
  importState: async (exchange) => {
    const owner = ownerOf(exchange);
    sandboxOf(exchange);
    const summary = await states.import(owner, exchange.input.body as StateDocument);
    return { status: 200, headers: {}, content: jsonContent(summary) };
  },
});
