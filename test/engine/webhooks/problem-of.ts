import { Problem, type ProblemMembers } from '../../../src/kernel/problem.ts';

/** The problem that a call ends with; throws when it ends otherwise. */
export const problemOf = async (call: Promise<unknown>): Promise<ProblemMembers> => {
  const error: unknown = await call.then(
    (value) => new Error(`no problem but ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  if (error instanceof Problem) return error.members;
  throw error;
};
