import { type Assumed, NOTHING_ASSUMED } from '../../src/engine/assumptions/register.ts';

/** What a sandbox assumes whose switches stand at these alternatives (`etag-format=weak`). */
export const assuming = (...choices: readonly string[]): Assumed => ({
  ...NOTHING_ASSUMED,
  has: (choice) => choices.includes(choice),
});
