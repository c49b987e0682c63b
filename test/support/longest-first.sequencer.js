import { readFileSync } from 'node:fs';
import sequencer from '@jest/test-sequencer';

/** What it is when imported; its types describe what `require` gives. */
const TestSequencer = /** @type {typeof sequencer.default} */ (/** @type {unknown} */ (sequencer));

const DECLARED = /^jest\.setTimeout\(([\d_]+)\);$/m;

/**
 * Where no run before has measured the files, Jest begins with the largest. Some of the longest are small, came last, and
 * kept one worker busy for minutes when the others had ended: those that declare a long timeout come first.
 */
export default class LongestFirstSequencer extends TestSequencer {
  /**
   * @override
   * @param {import('@jest/test-result').Test[]} tests
   */
  async sort(tests) {
    const sorted = await super.sort(tests);
    if (sorted.some(({ duration }) => duration !== undefined)) return sorted;
    const patience = new Map(sorted.map(({ path }) => [path, readPatience(path)]));
    return sorted.sort((one, other) => (patience.get(other.path) ?? 0) - (patience.get(one.path) ?? 0));
  }
}

/**
 * In milliseconds; 0 if it declares none.
 *
 * @param {string} file
 */
const readPatience = (file) => Number(DECLARED.exec(readFileSync(file, 'utf8'))?.[1]?.replaceAll('_', '') ?? 0);
