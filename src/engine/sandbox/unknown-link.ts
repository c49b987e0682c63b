import type { Problem } from '../../kernel/problem.ts';
import { problem } from '../problems/problem.ts';

/**
 * The problem for an unknown public link. It is identical whether the sandbox or only the link is unknown, so that
 * guessing links does not reveal which sandboxes exist.
 */
export const unknownLink = (): Problem =>
  problem('not-found', {
    detail: 'Unknown link: check that you copied the whole address, or ask the sender for a new link.',
  });
