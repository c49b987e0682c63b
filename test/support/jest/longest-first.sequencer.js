import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import sequencer from '@jest/test-sequencer';

/** An import gets the class itself; the package's types describe its CommonJS export. */
const TestSequencer = /** @type {typeof sequencer.default} */ (/** @type {unknown} */ (sequencer));

const DECLARED = /^jest\.setTimeout\(([\d_]+)\);$/m;

/**
 * On a fresh clone, where no earlier run has measured the files, Jest starts with the largest. Some of the slowest are small:
 * started last, they kept one worker busy for over a minute after the others had finished. Here, files that declare a long
 * timeout start first. SHUFFLE=7 npm run test:jest -- FOLDER shuffles them instead, to find those that need others before them.
 */
export default class LongestFirstSequencer extends TestSequencer {
  /**
   * @override
   * @param {import('@jest/test-result').Test[]} tests
   */
  async sort(tests) {
    const seed = process.env['SHUFFLE'];
    if (seed !== undefined) return tests.toSorted((one, other) => (rank(seed, one) < rank(seed, other) ? -1 : 1));
    const sorted = await super.sort(tests);
    if (sorted.some(({ duration }) => duration !== undefined)) return sorted;
    const timeouts = new Map(sorted.map(({ path }) => [path, readTimeout(path)]));
    return sorted.sort((one, other) => (timeouts.get(other.path) ?? 0) - (timeouts.get(one.path) ?? 0));
  }
}

/** @type {(seed: string, test: import('@jest/test-result').Test) => string} */
const rank = (seed, { path }) => createHash('sha256').update(`${seed} ${path}`).digest('hex');

/**
 * The timeout that a file declares for its tests, in milliseconds; 0 if none.
 *
 * @param {string} file
 */
const readTimeout = (file) => Number(DECLARED.exec(readFileSync(file, 'utf8'))?.[1]?.replaceAll('_', '') ?? 0);
