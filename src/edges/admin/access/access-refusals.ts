import { problem } from '../../../engine/problems/problem.ts';
import { REALM } from '../../../identity/realm.ts';
import { Problem } from '../../../kernel/problem.ts';

/** Accepted credentials of a control call on this server. */
export interface Expected {
  /** The call is for the operator only, not for clients. */
  readonly operatorOnly: boolean;
  /** The server has an operator token. */
  readonly hasOperator: boolean;
  /** Programs on the server's machine need no token. */
  readonly trustsThisMachine: boolean;
  /** The server could be configured to require no token. */
  readonly mayBeOpen: boolean;
}

/** The API itself accepts access tokens only. */
export const withoutToken = (expected: Expected): Error =>
  problem('unauthorized', {
    detail: `The Authorization header is missing. ${remedyOf(expected)}${expected.mayBeOpen ? ` ${WHERE_OPEN}` : ''}`,
    headers: { 'www-authenticate': `Bearer realm="${REALM}"` },
  });

const WHERE_OPEN =
  'Where only this machine reaches the server, as with a port of a container that is published on 127.0.0.1, start it with --control-access open (VATMOCK_CONTROL_ACCESS=open): then no token is needed.';

/** Three parts separated by dots: meant as an access token. */
const ACCESS_TOKEN = /^Bearer [\w-]+\.[\w-]+\.[\w-]+$/i;

/** Whether a header is meant as an access token, not as the operator token. */
export const isAccessToken = (header: string): boolean => ACCESS_TOKEN.test(header);

const ONE_TOKEN = /^Bearer \S+$/i;

/**
 * Error for a token that the API rejects. The API's message suits an expired access token or one of another server, but
 * does not help with a mistyped operator token.
 */
export const wrongToken = (refusal: unknown, header: string, expected: Expected): unknown => {
  if (!(refusal instanceof Problem) || refusal.members.status !== 401) return refusal;
  const { detail, headers = {} } = refusal.members;
  if (ACCESS_TOKEN.test(header) || !ONE_TOKEN.test(header))
    return problem('unauthorized', { detail: `${detail} ${remedyOf(expected)}`, headers });
  const what = expected.hasOperator
    ? "The token is neither the operator's token (ADMIN_TOKEN) nor an access token of this server."
    : 'The token is not an access token of this server, and the server has no operator token (ADMIN_TOKEN).';
  return problem('unauthorized', {
    detail: `${what} ${remedyOf(expected)}`,
    headers: { 'www-authenticate': `Bearer realm="${REALM}", error="invalid_token", error_description="${what}"` },
  });
};

const remedyOf = ({ operatorOnly, hasOperator, trustsThisMachine }: Expected): string => {
  const send = 'Send "Authorization: Bearer <token>" with';
  const ofOperator = 'the token that the server was started with in ADMIN_TOKEN';
  const ofClient = 'an access token of the token endpoint, which acts on the sandbox of its own organization';
  if (trustsThisMachine) return `Leave the header out, since programs on this machine need none; or send ${ofClient}.`;
  if (operatorOnly) return `${send} ${ofOperator}.`;
  return hasOperator
    ? `${send} ${ofClient}, or with ${ofOperator}, which acts on any.`
    : `${send} ${ofClient}. To act on any without a client, start the server with a token of at least 16 characters in the environment variable ADMIN_TOKEN, and send that.`;
};

export const notSignedIn = (): Error =>
  problem('unauthorized', {
    detail: 'The console has no session, or its session has ended: sign in at /__console.',
    headers: { 'www-authenticate': `Bearer realm="${REALM}"` },
  });

export const switchedOff = (): Error =>
  problem('forbidden', {
    detail:
      'Creating, listing and dropping sandboxes is off on this server. To turn it on, start it with a token of at least 16 characters in the environment variable ADMIN_TOKEN, and send that as "Authorization: Bearer <token>".',
  });

export const tooManyGuesses = (seconds: number): Error =>
  problem('rate-limited', {
    detail: `Too many wrong tokens came from this address. Wait ${String(seconds)} seconds.`,
    headers: { 'retry-after': String(seconds) },
  });

export const notForVisitors = (): Error =>
  problem('forbidden', {
    detail: 'This call is for the operator of the server: a visitor’s session acts on its own sandbox.',
  });

export const notForClients = (): Error =>
  problem('forbidden', {
    detail:
      'This call is for the operator of the server: send the operator token (ADMIN_TOKEN) as "Authorization: Bearer <token>" instead of an access token.',
  });
