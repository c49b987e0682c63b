import { parentPort, threadId } from 'node:worker_threads';

/** Answers with its worker, or does not come to an end. */
const WORKS = {
  quick: () => threadId,
  /** @returns {never} */
  endless: () => {
    for (;;);
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
