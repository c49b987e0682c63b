import {
  answer,
  defineBehaviours as defineControlBehaviours,
} from '../../src/edges/admin/behaviour/control-behaviour.ts';
import { defineBehaviours } from '../../src/vat/api/behaviour.ts';

declare const clock: { readonly now: string; readonly frozen: boolean; readonly offset: number };
const change = { ...clock, fired: [], complete: true };

defineControlBehaviours({
  getClock: ({ query }) => ({ ...clock, now: query.sandbox ?? '' }),
  // A body that may be left out, and one that may not.
  freezeClock: ({ body }) => ({ ...change, now: body?.at ?? '' }),
  advanceClock: ({ body }) => Promise.resolve({ ...change, now: body.to ?? body.by ?? '' }),
  // The status that is no success and no problem either.
  getReadiness: () => answer({ status: 503, body: { status: 'DRAINING' } }),
  streamJournal: ({ header }) => {
    const last: string | undefined = header['last-event-id'];
    return answer({ live: { mediaType: last ?? '', pieces: { [Symbol.asyncIterator]: () => ({}) as never } } });
  },
  deleteInbox: ({ path }) => answer({ headers: { 'x-name': path.name } }),
  deleteSnapshot: () => Promise.resolve(),
});

// @ts-expect-error the control API has no such operation
defineControlBehaviours({ getClocks: () => clock });

// @ts-expect-error the description has no 201 of it
defineControlBehaviours({ getClock: () => answer({ status: 201, body: clock }) });

// @ts-expect-error a clock has an offset
defineControlBehaviours({ getClock: () => ({ now: '', frozen: true }) });

// @ts-expect-error the response has a body
defineControlBehaviours({ getClock: () => undefined });

// @ts-expect-error the response has no body
defineControlBehaviours({ deleteInbox: () => clock });

// @ts-expect-error problems are thrown
defineControlBehaviours({ getClock: () => answer({ status: 404, body: clock }) });

defineControlBehaviours({
  // @ts-expect-error the body has no such member
  advanceClock: ({ body }) => ({ ...change, now: body.at }),
});

defineControlBehaviours({
  // @ts-expect-error the path has no such parameter
  deleteInbox: ({ path }) => answer({ headers: { 'x-name': path.id } }),
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
