import { plainProblem, problem } from '../../engine/problems/problem.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import type { VisitorLink } from './visitor-link.ts';

/** A stable name of the refusal, by which a page finds its words. */
const withCode = (code: string, detail: string) => ({ detail, extensions: { code } });

/** Also for a guess, so it discloses nothing. */
export const unknownSecret = (): Error =>
  problem(
    'not-found',
    withCode(
      'link-unknown',
      'This server has no such link: it is incomplete, or was removed 30 days after its end. Copy all of it, or ask its sender for another.',
    ),
  );

export const revokedLink = (): Error =>
  plainProblem(410, withCode('link-revoked', 'This link was revoked by its sender. Ask for another one.'));

export const usedLink = ({ lastUsedAt = 0 }: VisitorLink): Error =>
  plainProblem(
    410,
    withCode(
      'link-used',
      `This link works once, and was used at ${toIsoDateTime(lastUsedAt)}. If that was in this browser, open /__console to go on; otherwise ask its sender for another one.`,
    ),
  );

export const expiredLink = ({ expiresAt }: VisitorLink): Error =>
  plainProblem(
    410,
    withCode('link-expired', `This link expired at ${toIsoDateTime(expiresAt)}. Ask its sender to extend it.`),
  );

/** The operator's remedies are of no use to a visitor. */
export const noRoom = (): Error =>
  problem(
    'storage-full',
    withCode(
      'no-room',
      'The server has no room for another sandbox now, and takes none from sandboxes in use. Try again later, or tell the sender of the link.',
    ),
  );

export const tooManyVisits = (most: number, seconds: number): Error =>
  problem('rate-limited', {
    detail: `Links gave this address ${String(most)} sandboxes within an hour, which is the most. Use one of them, retry in ${String(seconds)} seconds, or ask the operator to raise --visits-per-address (VATMOCK_VISITS_PER_ADDRESS).`,
    headers: { 'retry-after': String(seconds) },
    extensions: { code: 'too-many-visits' },
  });

/** What the sandbox was to begin with was removed after the link was made. */
export const startIsGone = (reason: string): Error =>
  plainProblem(
    409,
    withCode('start-gone', `The sandbox of this link cannot be made: ${reason} Tell the sender of the link.`),
  );

export const unknownLink = (id: string): Error =>
  problem('not-found', { detail: `There is no visitor link ${id}; GET /__admin/visitor-links lists them.` });

export const revocationIsFinal = (id: string): Error =>
  plainProblem(409, {
    detail: `The link ${id} was revoked, which is final: make another with POST /__admin/visitor-links.`,
  });

export const tooManyLinks = (most: number): Error =>
  problem('storage-full', {
    detail: `This server has ${String(most)} visitor links that are open, the most that it may have: revoke some with DELETE /__admin/visitor-links/{id}.`,
  });

export const consoleIsOff = (): Error =>
  plainProblem(409, {
    detail: 'A visitor link opens the console, which is off on this server: start it with --console on.',
  });

export const sharesSandbox = (): Error =>
  problem('validation-error', {
    detail: 'start.sandbox is a sandbox that exists, so all visitors share it: send "copies": "shared".',
    errors: [{ field: 'copies', message: 'must be shared with start.sandbox', rejectedValue: 'own' }],
  });
