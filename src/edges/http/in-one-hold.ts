import { renderProblem, toProblem } from '../../engine/problems/render-problem.ts';
import type { SharedAccess } from '../../engine/sandbox/shared-access.ts';
import { toStorageProblem } from '../../engine/sandbox/storage-problem.ts';
import type { Handle } from './dispatcher.ts';

export interface InOneHoldParts {
  readonly shared: Pick<SharedAccess, 'hold'>;
  /** Resolves when what other processes have changed of the server's own documents is known here. */
  readonly freshen: () => Promise<void>;
  readonly problemBase: () => string;
  readonly drawTraceId: () => string;
  readonly failed: (error: unknown, traceId: string) => void;
}

/** A request is one exchange on a shared store: its response leaves when what it has written is committed. */
export const inOneHold = (handle: Handle, parts: InOneHoldParts): Handle => {
  const { shared, freshen, problemBase, drawTraceId, failed } = parts;
  return (request) =>
    shared
      .hold(async () => {
        await freshen();
        return handle(request);
      })
      .catch((error: unknown) => {
        const traceId = drawTraceId();
        failed(error, traceId);
        const { members } = toStorageProblem(error) ?? toProblem(error);
        return renderProblem(members, { problemBase: problemBase(), instance: request.path, traceId });
      });
};
