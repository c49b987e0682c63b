import type { StoreName } from './store-of-this-run.ts';

export interface StoreException {
  readonly stores: readonly StoreName[];
  /** Below test/acceptance. */
  readonly file: string;
  /** With the names of their blocks; undefined: all of the file. */
  readonly tests?: readonly string[];
  readonly because: string;
}

/**
 * What does not hold on a store, and why. Nothing else may leave out a test because of the store; whatever is left out is
 * printed with its reason.
 */
export const EXCEPTIONS: readonly StoreException[] = [
  {
    stores: ['replicas'],
    file: 'journal/activity-resume.test.ts',
    tests: [
      'a listener that reconnects at random moments loses nothing, gets nothing twice and all in order',
      'a listener that reconnects with an id that the server does not know is told of the gap, and goes on from there',
    ],
    because: 'a stream that goes on at another server begins with an event "gap", after which its reader asks anew',
  },
  {
    stores: ['postgres', 'replicas'],
    file: 'control-api/large-state.test.ts',
    tests: ['too many large states at a time are refused with 503'],
    because: 'imports of a sandbox wait for its lock before their bodies are read, so that no two are at work',
  },
  {
    stores: ['replicas'],
    file: 'webhooks/deliveries.test.ts',
    tests: ['receivers that hang do not hold up the others of their sandbox'],
    because: 'the test counts deliveries under way as one server has them; the servers divide the limit',
  },
  {
    stores: ['replicas'],
    file: 'webhooks/receivers.test.ts',
    tests: ['a quarantined receiver is shown with the reason, the beginning and the end'],
    because: 'each server learns by itself which receivers are slow',
  },
  {
    stores: ['replicas'],
    file: 'webhooks/own-inbox.test.ts',
    because:
      'the servers have a public URL, and take only that for their own; what they listen on is the proxy’s affair',
  },
  {
    stores: ['replicas'],
    file: 'webhooks/inbox.test.ts',
    tests: [
      'on a hosted server a webhook endpoint may be the sandbox’s own inbox, although nothing else of this machine may be',
    ],
    because: 'the servers have a public URL, and no other spelling of it is theirs',
  },
  {
    stores: ['replicas'],
    file: 'idempotency/lost-answer.test.ts',
    because: 'the addresses in answers follow from the public URL, not from the Host header that the test sends',
  },
  {
    stores: ['replicas'],
    file: 'idempotency/many-at-once.test.ts',
    because:
      'the proxy ends connections after each request, and the test counts them; test/acceptance/replicas/one-effect.test.ts does the same there',
  },
  {
    stores: ['postgres', 'replicas'],
    file: 'console/session.test.ts',
    tests: ['a session that is one too many for its organization ends the one unused for longest'],
    because: 'that a session was used is written down once a minute, and the clock of the test stands still',
  },
];
