import { beginDraw, loadWords } from '../../src/engine/faking/create-faker.ts';
import type { Draw } from '../../src/engine/faking/generator.ts';
import { createRandom } from '../../src/kernel/random.ts';

export const TODAY = Date.UTC(2026, 10, 5);
const words = await loadWords();

/** The state of one generated body, as the engine begins it. */
export const createDraw = (seed: number, today = TODAY): Draw => beginDraw(words, createRandom(String(seed)), today);
