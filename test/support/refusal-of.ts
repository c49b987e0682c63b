import { Problem, type ProblemMembers } from '../../src/kernel/problem.ts';

/** The members of the problem that a work ends with; undefined if it ends well. */
export const refusalIn = (work: () => unknown): ProblemMembers | undefined => {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return error.members;
    throw error;
  }
};

/** The same of a work that takes its time, and has to be refused. */
export const refusalOf = async (work: Promise<unknown>): Promise<ProblemMembers> => {
  const error: unknown = await work.then(
    (value) => new Error(`it was not refused, but is ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  if (error instanceof Problem) return error.members;
  throw error;
};
