import type { WholeExchange } from './whole-exchange.ts';

const TITLES: Readonly<Record<number, string>> = {
  0: 'No answer',
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'Done, without content',
  304: 'Not modified',
};

/** The words of the problem, or of the status. */
export const toTitle = ({ status, lost, response }: WholeExchange): string => {
  if (lost) return 'Lost';
  const problem = response.body?.json;
  if (typeof problem === 'object' && problem !== null && 'title' in problem && typeof problem.title === 'string')
    if (status >= 400) return problem.title;
  return TITLES[status] ?? `Status ${String(status)}`;
};
