import { readFileSync } from 'node:fs';
import sequencer from '@jest/test-sequencer';

/** An import gets the class itself; the package's types describe its CommonJS export. */
const TestSequencer = /** @type {typeof sequencer.default} */ (/** @type {unknown} */ (sequencer));

const DECLARED = /^jest\.setTimeout\(([\d_]+)\);$/m;

/**
 * On a fresh clone, where no earlier run has measured the files, Jest starts with the largest. Some of the slowest are small:
 * started last, they kept one worker busy for over a minute after the others had finished. Here, files that declare a long
 * timeout start first.
 */
export default class LongestFirstSequencer extends TestSequencer {
  /**
   * @override
   * @param {import('@jest/test-result').Test[]} tests
   */
  async sort(tests) {
    const sorted = await super.sort(tests);
    if (sorted.some(({ duration }) => duration !== undefined)) return sorted;
    const timeouts = new Map(sorted.map(({ path }) => [path, readTimeout(path)]));
    return sorted.sort((one, other) => (timeouts.get(other.path) ?? 0) - (timeouts.get(one.path) ?? 0));
  }
}

/**
 * The timeout that a file declares for its tests, in milliseconds; 0 if none.
 *
 * @param {string} file
 */
const readTimeout = (file) => Number(DECLARED.exec(readFileSync(file, 'utf8'))?.[1]?.replaceAll('_', '') ?? 0);
