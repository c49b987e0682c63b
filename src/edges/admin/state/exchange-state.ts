import type { StateExchange } from '../../../control/state/state-exchange.ts';
import { defineBehaviours } from '../behaviour/control-behaviour.ts';
import { NOT_STORED, ok } from '../behaviour/usual-outcomes.ts';

/** Exports and imports the state of a sandbox as one document. */
export const exchangeState = (states: StateExchange) =>
  defineBehaviours({
    exportState: async ({ owner }) => ({
      status: 200,
      headers: { ...NOT_STORED, 'content-disposition': 'attachment; filename="state.json"' },
      content: await states.export(owner),
    }),
    importState: async ({ owner, sent }) =>
      ok(await states.import(owner, sent.kind === 'none' ? new Uint8Array() : sent.bytes)),
  });
