import { hostname } from 'node:os';
import { isHttpUrl } from '../../kernel/http.ts';
import type { Input } from '../command-line/command.ts';
import { UsageError } from '../terminal/exit-codes.ts';

export const readListenOptions = (input: Input) => {
  const [word] = input.words;
  if (word !== undefined) throw new UsageError(`unexpected argument "${word}"; did you mean --forward ${word}?`);
  const forward = input.text('forward');
  const prints = input.isSet('print');
  if (forward === undefined && !prints)
    throw new UsageError('listen needs --forward URL, such as --forward localhost:3000/hooks, or --print');
  return {
    /** Target URL; undefined if deliveries are only printed. */
    forward: forward === undefined ? undefined : toForwardUrl(forward),
    events: input.text('events'),
    name: toName(input.text('name')),
    secret: checkSecret(input.text('secret')),
    prints,
  };
};

/** A single word would be a host on port 80, which is rarely intended. */
const ONE_WORD = /^[a-z][a-z0-9-]*$/i;

const toForwardUrl = (text: string): string => {
  if (ONE_WORD.test(text))
    throw new UsageError(
      `--forward "${text}" has neither a port nor a path: use an address such as localhost:3000/hooks, or http://${text}/ for port 80 of this host`,
    );
  const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(text)
    ? text
    : `http://${/^\d+(?:\/|$)/.test(text) ? 'localhost:' : ''}${text}`;
  if (!isHttpUrl(whole))
    throw new UsageError(
      `--forward must be an http or https URL such as http://localhost:3000/hooks, but is "${text}"`,
    );
  const url = new URL(whole);
  if (url.username !== '' || url.password !== '')
    throw new UsageError('--forward must not contain a user name or password');
  url.hash = '';
  return url.href;
};

const toName = (given: string | undefined): string => {
  if (given !== undefined && !/^[a-z0-9][a-z0-9-]{0,62}$/.test(given))
    throw new UsageError(`--name must be at most 63 lower-case letters, digits and hyphens, but is "${given}"`);
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
