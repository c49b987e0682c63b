/** Vitest's functions of these names do the same. */
export { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
