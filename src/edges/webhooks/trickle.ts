import type { After } from '../../kernel/timers.ts';
import type { Throttle } from '../../engine/webhooks/model/sender.ts';

export interface TrickleOptions {
  readonly after: After;
  /** Aborted when the attempt has timed out. */
  readonly deadline: AbortSignal;
}

/** Yields a body in chunks, with pauses of real time between them. */
export async function* trickle(
  body: string,
  { pieces, milliseconds }: Throttle,
  { after, deadline }: TrickleOptions,
): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(body);
  const size = Math.max(1, Math.ceil(bytes.byteLength / pieces));
  const pauses = Math.ceil(bytes.byteLength / size) - 1;
  for (let offset = 0; offset < bytes.byteLength; offset += size) {
    if (offset > 0) await pause(milliseconds / pauses, { after, deadline });
    deadline.throwIfAborted();
    yield bytes.subarray(offset, offset + size);
  }
}

const pause = (milliseconds: number, { after, deadline }: TrickleOptions): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      timer.cancel();
      deadline.removeEventListener('abort', end);
      resolve();
    };
    const timer = after(milliseconds, end);
    deadline.addEventListener('abort', end, { once: true });
  });
