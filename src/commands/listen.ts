import { stayAwake } from '../edges/system/timers.ts';
import { keepListening } from './listen/keep-listening.ts';
import { readListenOptions } from './listen/listen-options.ts';
import { remote } from './remote/remote.ts';

/** Forwards the webhooks of a server to this machine until stopped. */
export const command = remote(
  {
    usage: '--forward URL',
    about: `Registers a webhook endpoint in your sandbox and forwards each delivery to URL with the same headers, bytes and signature. The
response of your receiver is the outcome of the attempt, with retries and history as usual. The signing secret is printed at
start. Ctrl-C stops listening and pauses the webhook endpoint; events in the meantime are delivered when you listen again.

  vatmock listen --forward localhost:3000/hooks
  vatmock listen --forward localhost:3000/hooks --events 'compliance.*' --url https://stub.example
  vatmock listen --print`,
    flags: {
      forward: {
        value: 'URL',
        help: 'forward deliveries to this URL, such as http://localhost:3000/hooks or localhost:3000/hooks',
      },
      events: {
        value: 'NAMES',
        help: 'comma-separated event types and segment wildcards, such as compliance.*,kyc.vies_check_failed',
        fallback: 'all',
      },
      print: { help: 'print the headers and body of each delivery; without --forward, respond to each with 200' },
      name: {
        value: 'NAME',
        help: 'name of this listener; a listener with the same name gets its earlier secret and pending deliveries back',
        fallback: 'the host name of this machine',
      },
      secret: {
        value: 'SECRET',
        help: 'sign with this secret, which your receiver already uses (at least 16 characters); by default the previous one, or a new one',
        env: 'VATMOCK_WEBHOOK_SECRET',
      },
    },
    notes: 'Exit codes: 0 stopped by Ctrl-C, 1 the server refuses or is unreachable, 2 invalid command line.',
  },
  (input, terminal) => {
    const options = readListenOptions(input);
    return async (server) => {
      const sleep = stayAwake();
      try {
        return await keepListening(server, options, terminal);
      } finally {
        sleep();
      }
    };
  },
);
