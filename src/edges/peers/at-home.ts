import { problem, renderProblem, toProblem } from '../../engine/problems/problem.ts';
import type { createFreshness } from '../../engine/sandbox/freshness.ts';
import type { Peer, SharedAccess } from '../../engine/sandbox/shared-access.ts';
import { toStorageProblem } from '../../engine/sandbox/storage-problem.ts';
import { createBoundedCache } from '../../kernel/caches.ts';
import { type ApiRequest, type Handle, type Reply, RequestAborted, RETRY_SOON } from '../../kernel/http.ts';
import { Problem } from '../../kernel/problem.ts';
import type { PassOutcome } from './connections.ts';
import { NodeRequest } from '../http/node-request.ts';
import type { createUnderWay } from './under-way.ts';

/** Servers that one request passes at most: each may have known a former home. */
const MOST_HOPS = 3;

const MOST_TRIES = 3;

/** Milliseconds for which the database is not asked again where a sandbox is. */
const KNOWN = 1000;

/** Sandboxes whose homes are remembered. */
const MOST_HOMES = 10_000;

/** What only reads, or has one effect under its key, however often it comes. */
const isRepeatable = (request: ApiRequest): boolean => {
  const { method, path } = request;
  if (method === 'GET' || method === 'HEAD') return true;
  return method === 'POST' && !path.startsWith('/__') && request.header('idempotency-key') !== undefined;
};

/** The response has been sent by the home. */
const SENT: Reply = { status: 200, headers: {}, isSent: true };

/** Answers requests of the sandboxes whose home this server is, or may become, and passes the others on to their homes. */
export const atHome = (
  handle: Handle,
  parts: {
    readonly shared: Pick<SharedAccess, 'isHome' | 'settled' | 'seek' | 'claim' | 'claimIfFree' | 'touch'>;
    /** Of what other servers have changed of the server's own documents. */
    readonly freshness: ReturnType<typeof createFreshness>;
    /** About this server, whatever becomes of the database. */
    readonly isProbe: (path: string) => boolean;
    /** The sandbox that a request will use; undefined if it uses none, or if only its handler finds out. */
    readonly sandboxOf: (request: ApiRequest) => string | undefined | Promise<string | undefined>;
    /** Another server, if this one ends and becomes no home any more; none of those that are gone. */
    readonly successor: (gone: readonly string[]) => Peer | undefined;
    /** Passes a request on to the home of its sandbox. */
    readonly pass: (request: NodeRequest, peer: Peer) => Promise<PassOutcome>;
    readonly underWay: ReturnType<typeof createUnderWay>;
    /** Monotonic time in milliseconds. */
    readonly elapsed: () => number;
    readonly problemBase: () => string;
    readonly drawTraceId: () => string;
    readonly failed: (error: unknown, traceId: string) => void;
  },
): Handle => {
  const { shared, freshness, sandboxOf, pass, underWay, elapsed } = parts;

  /** The homes that have answered last: one that has moved since passes a request on once more. */
  const homes = createBoundedCache<{ readonly peer: Peer; readonly until: number }>(MOST_HOMES);

  const homeOf = async (sandbox: string, hops: number, gone: readonly string[]): Promise<Peer | undefined> => {
    const known = homes.get(sandbox);
    // Who has passed it on may have known a former home, too: two such servers would pass it back and forth.
    if (hops === 0 && known !== undefined && known.until > elapsed()) return known.peer;
    homes.delete(sandbox);
    const home = await shared.seek(sandbox);
    return home === undefined || gone.includes(home.id) ? parts.successor(gone) : home;
  };

  /** Undefined where this server has to answer. */
  const passOn = async (
    request: ApiRequest,
    sandbox: string,
    tries = 1,
    gone: readonly string[] = [],
  ): Promise<Reply | undefined> => {
    await shared.settled(sandbox);
    if (shared.isHome(sandbox) || !(request instanceof NodeRequest) || request.hops >= MOST_HOPS) return undefined;
    const peer = await homeOf(sandbox, request.hops, gone);
    if (peer === undefined) {
      // Another server may become the home at the same time, and stays it then.
      if (tries >= MOST_TRIES || (await shared.claimIfFree(sandbox))) return undefined;
      return passOn(request, sandbox, tries + 1, gone);
    }
    const outcome = await pass(request, peer);
    if (outcome === 'answered') {
      if (homes.get(sandbox) === undefined) homes.set(sandbox, { peer, until: elapsed() + KNOWN });
      return SENT;
    }
    const wasRemembered = homes.delete(sandbox);
    // What has reached nobody is answered here, unless another server has taken over since, or this one ends, too: the claim
    // finds out that the home has ended.
    if (outcome === 'gone') {
      const others = wasRemembered ? gone : [...gone, peer.id];
      return wasRemembered || parts.successor(others) !== undefined
        ? passOn(request, sandbox, tries, others)
        : undefined;
    }
    // The home was perhaps killed meanwhile, which the next attempt finds out.
    if (outcome === 'unanswered' && isRepeatable(request) && tries < MOST_TRIES)
      return passOn(request, sandbox, tries + 1);
    throw problem('unavailable', {
      detail: 'The server that holds this sandbox does not answer. The request may have had its effect: retry it.',
      headers: RETRY_SOON,
    });
  };

  const answerHere = (request: ApiRequest, sandbox: string): Promise<Reply> =>
    underWay.answer(sandbox, () => handle(request)).finally(() => shared.touch(sandbox));

  const answer = async (request: ApiRequest): Promise<Reply> => {
    if (parts.isProbe(request.path)) return handle(request);
    await freshness.ensure();
    const sandbox = await sandboxOf(request);
    if (sandbox === undefined) return handle(request);
    if (shared.isHome(sandbox)) return answerHere(request, sandbox);
    const passed = await passOn(request, sandbox);
    if (passed !== undefined) return passed;
    // What the request leaves in the journal and the like belongs to what the former home has kept.
    if (!shared.isHome(sandbox)) await shared.claim(sandbox);
    return answerHere(request, sandbox);
  };

  return async (request) => {
    try {
      return await answer(request);
    } catch (error) {
      if (error instanceof RequestAborted) throw error;
      const traceId = parts.drawTraceId();
      if (!(error instanceof Problem)) parts.failed(error, traceId);
      const { members } = toStorageProblem(error) ?? toProblem(error);
      return renderProblem(members, { problemBase: parts.problemBase(), instance: request.path, traceId });
    }
  };
};
