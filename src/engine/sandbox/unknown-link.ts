import type { Problem } from '../../kernel/problem.ts';
import { problem } from '../problems/problem.ts';

/**
 * What a public link answers that leads nowhere. The same words whether its sandbox or only the link is unknown: whoever
 * guesses at links learns nothing about which sandboxes there are.
 */
export const unknownLink = (): Problem =>
  problem('not-found', {
    detail: 'Unknown link: check that you copied the whole address, or ask the sender for a new link.',
  });
