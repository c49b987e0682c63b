import { defineBehaviours as defineControlBehaviours } from '../../src/edges/admin/behaviour/control-behaviour.ts';
import { defineBehaviours } from '../../src/vat/api/behaviour.ts';

declare const clock: { readonly now: string; readonly frozen: boolean; readonly offset: number };
const change = { ...clock, fired: [], complete: true };

defineControlBehaviours({
  getClock: ({ query }) => ({ status: 200, body: { ...clock, now: query.sandbox ?? '' } }),
  // A body that may be left out, and one that may not.
  freezeClock: ({ body }) => ({ status: 200, body: { ...change, now: body?.at ?? '' } }),
  advanceClock: ({ body }) => ({ status: 200, body: { ...change, now: body.to ?? body.by ?? '' } }),
  // The status that is no success and no problem either.
  getReadiness: () => ({ status: 503, body: { status: 'DRAINING' } }),
  streamJournal: ({ header }) => {
    const last: string | undefined = header['last-event-id'];
    return { status: 200, live: { mediaType: last ?? '', pieces: { [Symbol.asyncIterator]: () => ({}) as never } } };
  },
  deleteInbox: ({ path }) => Promise.resolve({ status: 204, headers: { 'x-name': path.name } }),
});

// @ts-expect-error the control API has no such operation
defineControlBehaviours({ getClocks: () => ({ status: 200, body: clock }) });

// @ts-expect-error the description has no 201 of it
defineControlBehaviours({ getClock: () => ({ status: 201, body: clock }) });

// @ts-expect-error a clock has an offset
defineControlBehaviours({ getClock: () => ({ status: 200, body: { now: '', frozen: true } }) });

// @ts-expect-error the response has a body
defineControlBehaviours({ getClock: () => ({ status: 200 }) });

// @ts-expect-error problems are thrown
defineControlBehaviours({ getClock: () => ({ status: 404, body: clock }) });

defineControlBehaviours({
  // @ts-expect-error the body has no such member
  advanceClock: ({ body }) => ({ status: 200, body: { ...change, now: body.at } }),
});

defineControlBehaviours({
  // @ts-expect-error the path has no such parameter
  deleteInbox: ({ path }) => ({ status: 204, headers: { 'x-name': path.id } }),
});

defineBehaviours({
  // @ts-expect-error GET reads, and cannot change what it sees
  getOrganization: ({ work }) => Promise.reject(new Error(typeof work.insert)),
});

defineBehaviours({
  // The other methods write.
  deleteWebhook: ({ work }) => Promise.reject(new Error(typeof work.insert)),
});

// @ts-expect-error an operation of the other description
defineBehaviours({ getClock: () => Promise.resolve({ status: 200, body: clock }) });
