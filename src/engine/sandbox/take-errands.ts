import type { ErrandLimits } from './errand.ts';
import { type Job, TAKEN, jobs } from './job.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/** Takes errands out of the line, so that nobody else runs them. */
export interface ErrandTaker {
  /** Undefined when the job was cancelled or put elsewhere since it was read. */
  readonly take: (job: Job) => Promise<Job | undefined>;
  /** Those that follow in line and are due by an instant, as many as may be under way together. */
  readonly takeWave: (dueAt: number) => Promise<readonly Job[]>;
}

export interface ErrandTakerParts {
  readonly firstDue: () => Promise<Job | undefined>;
  readonly transact: <T>(work: (unit: UnitOfWork) => Promise<T>) => Promise<T>;
  /** Undefined for a job that is no errand. */
  readonly laneOf: (job: Job) => string | undefined;
  readonly limits: ErrandLimits;
}

/** True while a job that was read before is still to be done. */
export const isStillDue = async (unit: UnitOfWork, { id, dueAt }: Job): Promise<boolean> => {
  const job = await unit.get(jobs, id);
  return job !== undefined && job.isTaken !== true && job.dueAt === dueAt;
};

/** At a start: what was taken is due again, because nobody runs it any more. */
export const putBackTaken = async (unit: UnitOfWork): Promise<void> => {
  for (const job of await unit.findAll(jobs, TAKEN)) await unit.update(jobs, job, { ...job, isTaken: false });
};

export const createErrandTaker = ({ firstDue, transact, laneOf, limits }: ErrandTakerParts): ErrandTaker => {
  const take = (job: Job): Promise<Job | undefined> =>
    transact(async (unit) =>
      (await isStillDue(unit, job)) ? unit.update(jobs, job, { ...job, isTaken: true }) : undefined,
    );

  return {
    take,
    takeWave: async (dueAt) => {
      const wave: Job[] = [];
      const lanes = new Map<string, number>();
      while (wave.length < limits.perSandbox) {
        const job = await firstDue();
        const lane = job === undefined ? undefined : laneOf(job);
        if (job === undefined || lane === undefined || job.dueAt > dueAt) break;
        const inLane = (lanes.get(lane) ?? 0) + 1;
        if (inLane > limits.perLane) break;
        const taken = await take(job);
        if (taken === undefined) continue;
        lanes.set(lane, inLane);
        wave.push(taken);
      }
      return wave;
    },
  };
};
