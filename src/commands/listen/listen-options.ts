import { hostname } from 'node:os';
import { UsageError } from '../usage-error.ts';
import { type Flags, type ReadFlags, describeFlags } from '../remote/read-flags.ts';
import { SERVER_FLAGS, type ServerOptions, readServerFlags } from '../remote/server-flags.ts';

export interface ListenOptions {
  readonly server: ServerOptions;
  /** Undefined when deliveries are only printed. */
  readonly forward: string | undefined;
  readonly events: string | undefined;
  readonly name: string;
  readonly secret: string | undefined;
  readonly prints: boolean;
}

export const LISTEN_FLAGS: Flags = {
  forward: {
    value: 'URL',
    help: 'where deliveries are sent on to, such as http://localhost:3000/hooks; localhost:3000/hooks will do',
  },
  events: {
    value: 'NAMES',
    help: 'event types and segment wildcards with commas between them, such as compliance.*,kyc.vies_check_failed; all unless said',
  },
  print: { help: 'print headers and body of each delivery; without --forward, each is answered with 200 here' },
  name: {
    value: 'NAME',
    help: 'tells listeners of one sandbox apart, and finds the former secret and pending deliveries again; this machine’s name unless said',
  },
  secret: {
    value: 'SECRET',
    help: 'sign with this secret, which your receiver has already (16 characters or more); by default the one of last time, or a new one',
    env: 'VATMOCK_WEBHOOK_SECRET',
  },
  ...SERVER_FLAGS,
  help: { help: 'print this', short: 'h' },
};

export const LISTEN_HELP = `vatmock listen --forward URL: bring the webhooks of a server, wherever it is, to this machine

Registers a webhook endpoint in your sandbox and sends each delivery on to URL: same headers, same bytes, same signature. What
your receiver answers is the outcome of the attempt, with retries and history as usual. The signing secret is printed at the
start. Ctrl-C ends it: the webhook endpoint is paused, and whatever happens meanwhile comes when you listen again.

  vatmock listen --forward localhost:3000/hooks
  vatmock listen --forward localhost:3000/hooks --events 'compliance.*' --url https://stub.example
  vatmock listen --print

${describeFlags(LISTEN_FLAGS)}

Exit codes: 0 ended by Ctrl-C, 1 the server refuses or cannot be reached, 2 the command line is wrong.`;

export const readListenOptions = (flags: ReadFlags): ListenOptions => {
  const [word] = flags.words;
  if (word !== undefined) throw new UsageError(`listen takes no argument "${word}"; did you mean --forward ${word}?`);
  const forward = flags.text('forward');
  const prints = flags.isSet('print');
  if (forward === undefined && !prints)
    throw new UsageError('listen wants --forward URL, such as --forward localhost:3000/hooks, or --print');
  return {
    server: readServerFlags(flags),
    forward: forward === undefined ? undefined : toForwardUrl(forward),
    events: flags.text('events'),
    name: toName(flags.text('name')),
    secret: checkSecret(flags.text('secret')),
    prints,
  };
};

/** A single word, which would be a host on port 80: hardly anybody means that. */
const ONE_WORD = /^[a-z][a-z0-9-]*$/i;

const toForwardUrl = (text: string): string => {
  if (ONE_WORD.test(text))
    throw new UsageError(
      `--forward "${text}" has neither port nor path: give an address such as localhost:3000/hooks, or http://${text}/ if you mean port 80 of this host`,
    );
  const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(text)
    ? text
    : `http://${/^\d+(?:\/|$)/.test(text) ? 'localhost:' : ''}${text}`;
  if (!URL.canParse(whole) || !/^https?:$/.test(new URL(whole).protocol))
    throw new UsageError(
      `--forward must be an http or https URL such as http://localhost:3000/hooks, but is "${text}"`,
    );
  const url = new URL(whole);
  if (url.username !== '' || url.password !== '')
    throw new UsageError('--forward must not hold a user name or password');
  url.hash = '';
  return url.href;
};

const toName = (given: string | undefined): string => {
  if (given !== undefined && !/^[a-z0-9][a-z0-9-]{0,62}$/.test(given))
    throw new UsageError(`--name may have lower-case letters, digits and hyphens, at most 63, but is "${given}"`);
  const machine = hostname()
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 63);
  return given ?? (machine === '' ? 'listener' : machine);
};

const checkSecret = (secret: string | undefined): string | undefined => {
  if (secret === undefined || /^[\x21-\x7e]{16,200}$/.test(secret)) return secret;
  throw new UsageError('--secret must have 16 to 200 printable characters without spaces, such as whsec_...');
};
