/** Where lines go in the end. */
interface Sink {
  /** Writes at once what has {@link FULL} characters, and keeps what is shorter. */
  readonly write: (text: string) => unknown;
  readonly flush: () => void;
  readonly flushSync: () => void;
}

/** Characters: more are not held back. */
export const FULL = 16_000;

/** Milliseconds: longer no line waits. */
const FLUSH_INTERVAL = 100;

/**
 * Hands lines on together: under load a line by itself costs more than the request that it is about. What is held back
 * leaves when the process ends, however it ends by itself.
 */
export const inBatches = (sink: Sink): { readonly write: (line: string) => void } => {
  let held = '';
  let timer: NodeJS.Timeout | undefined;

  const handOn = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (held !== '') sink.write(held);
    held = '';
  };

  process.once('exit', () => {
    handOn();
    sink.flushSync();
  });

  return {
    write: (line) => {
      held += line;
      if (held.length >= FULL) handOn();
      else
        timer ??= setTimeout(() => {
          handOn();
          sink.flush();
        }, FLUSH_INTERVAL).unref();
    },
  };
};
