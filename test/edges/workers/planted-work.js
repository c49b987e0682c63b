import { parentPort, threadId } from 'node:worker_threads';

/** Answers with its worker, or does not come to an end. */
const WORKS = {
  quick: () => threadId,
  /** @returns {never} */
  endless: () => {
    for (;;);
  },
  /** Has no CPU for a while, as on a machine that is busy with others. */
  waits: () => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
    return threadId;
  },
  /** @returns {never} */
  huge: () => {
    const kept = [];
    for (;;) kept.push(new Array(1_000_000).fill(threadId));
  },
  fails: () => {
    throw new Error('planted');
  },
};

parentPort?.on('message', (/** @type {keyof typeof WORKS} */ name) => {
  parentPort?.postMessage(WORKS[name]());
});
