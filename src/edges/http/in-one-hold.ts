import { renderProblem, toProblem } from '../../engine/problems/render-problem.ts';
import type { Freshness } from '../../engine/sandbox/freshness.ts';
import type { SharedAccess } from '../../engine/sandbox/shared-access.ts';
import { toStorageProblem } from '../../engine/sandbox/storage-problem.ts';
import type { ApiRequest } from '../../kernel/http.ts';
import type { After } from '../../kernel/timers.ts';
import type { Handle } from './dispatcher.ts';
import { readOutside } from './read-outside.ts';

export interface InOneHoldParts {
  readonly shared: Pick<SharedAccess, 'hold' | 'release'>;
  /** Of what other processes have changed of the server's own documents. */
  readonly freshness: Freshness;
  /** The sandbox that a request will use, as far as that is certain without asking the store. */
  readonly sandboxOf: (request: ApiRequest) => Promise<string | undefined>;
  /** Resolves when other processes can learn of all that the request has left in the journal. */
  readonly showInJournal: () => Promise<void>;
  readonly after: After;
  readonly problemBase: () => string;
  readonly drawTraceId: () => string;
  readonly failed: (error: unknown, traceId: string) => void;
}

/** A request is one exchange on a shared store: its response leaves when what it has written is committed. */
export const inOneHold = (handle: Handle, parts: InOneHoldParts): Handle => {
  const { shared, freshness, sandboxOf, showInJournal, after, problemBase, drawTraceId, failed } = parts;
  return (request) =>
    shared
      .hold(async () => {
        const sandbox = await sandboxOf(request);
        await (sandbox === undefined ? freshness.ensure() : freshness.ensureEntering(sandbox));
        return handle(readOutside(request, { waitOutside: shared.release, after }));
      })
      .catch((error: unknown) => {
        const traceId = drawTraceId();
        failed(error, traceId);
        const { members } = toStorageProblem(error) ?? toProblem(error);
        return renderProblem(members, { problemBase: problemBase(), instance: request.path, traceId });
      })
      .then(async (response) => {
        await showInJournal();
        return response;
      });
};
