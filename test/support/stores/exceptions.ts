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
    stores: ['replicas'],
    file: 'assumptions/every-alternative.test.ts',
    tests: ['www-authenticate=absent'],
    because: 'a request without a token enters no sandbox: it is refused as the server last saw the assumptions',
  },
  {
    stores: ['postgres', 'replicas'],
    file: 'preferences/generated.test.ts',
    tests: ['without a seed each body differs, and another server repeats them, ids and headers too'],
    because: 'ids of requests do not follow from the seed, since no two servers may give the same one',
  },
  {
    stores: ['replicas'],
    file: 'bad-input/overload.test.ts',
    because: 'each server has limits of its own for connections and for bodies in memory; the test fills those of one',
  },
  {
    stores: ['replicas'],
    file: 'metrics/metrics.test.ts',
    tests: [
      'requests count by operation, status and source; their durations by part of the server',
      'events and attempts count by type and outcome; an attempt that waits shows in the queue',
    ],
    because: 'each server counts what it has done, for Prometheus to add up; the test reads those of one',
  },
  {
    stores: ['replicas'],
    file: 'metrics/series.test.ts',
    because: 'each server counts what it has done, for Prometheus to add up; the test reads those of one',
  },
  {
    stores: ['replicas'],
    file: 'journal/activity.test.ts',
    tests: ['a delivery is told with each change of it: attempts, status, the next attempt'],
    because: 'a stream at one server tells of what another has changed several times within 200 ms as one change',
  },
  {
    stores: ['replicas'],
    file: 'console/files.test.ts',
    tests: ['below a path of another application, it works as well'],
    because: 'the servers have a public URL, and all that pages load is below it',
  },
  {
    stores: ['replicas'],
    file: 'mounting/mounting.test.ts',
    tests: ['mounted in an application of the user’s its links lead through that path'],
    because: 'the servers have a public URL, and all links lead there',
  },
  {
    stores: ['replicas'],
    file: 'descriptions/descriptions.test.ts',
    tests: ['its addresses are those by which it was asked'],
    because: 'the servers have a public URL, and the description names it, however it is asked for',
  },
  {
    stores: ['postgres', 'replicas'],
    file: 'console/session.test.ts',
    tests: ['a session that is one too many for its organization ends the one unused for longest'],
    because: 'that a session was used is written down once a minute, and the clock of the test stands still',
  },
];
