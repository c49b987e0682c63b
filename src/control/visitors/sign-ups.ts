import type { Visitor } from '../../identity/console-sessions.ts';
import type { Counters } from '../../engine/rate-limiting/counters.ts';
import { Problem } from '../../kernel/problem.ts';
import { createHourlyCount } from './hourly-count.ts';
import type { SignUpChallenge, SignUpChallenges } from './sign-up-challenge.ts';
import { badProof, noRoomToSignUp, signUpIsOff, tooManySignUps, tooManySignUpsOfAddress } from './sign-up-problems.ts';
import type { VisitorStarts } from './visitor-start.ts';

/** Visitors who come without a link: a sandbox for the work of a moment. */
export interface SignUps {
  /** Throws 404 if the operator has not turned it on. */
  readonly challenge: () => Promise<SignUpChallenge>;
  /** `sender` is the network of the visitor; undefined if it is unknown. */
  readonly admit: (proof: SignUpProof, sender: string | undefined) => Promise<Visitor>;
}

export interface SignUpProof {
  readonly challenge: string;
  readonly solution: string;
}

export interface SignUpsParts {
  readonly isOpen: boolean;
  readonly challenges: SignUpChallenges;
  readonly starts: Pick<VisitorStarts, 'make'>;
  readonly perHour: number;
  readonly perHourAndAddress: number;
  readonly counters: Counters;
}

export const createSignUps = (parts: SignUpsParts): SignUps => {
  const { isOpen, challenges, starts, perHour, perHourAndAddress, counters } = parts;
  const ofAddress = createHourlyCount({
    ...{ counters, name: 'sign-ups-of-address', most: perHourAndAddress },
    refuse: tooManySignUpsOfAddress,
  });
  const ofAll = createHourlyCount({
    ...{ counters, name: 'sign-ups', most: perHour },
    refuse: (_most, seconds) => tooManySignUps(seconds),
  });

  /** Counts before the sandbox is made, so that many at the same time get no more; what fails is not counted. */
  const count = async (address: string): Promise<() => Promise<void>> => {
    await ofAddress.add(address);
    try {
      await ofAll.add('');
    } catch (error) {
      await ofAddress.giveBack(address);
      throw error;
    }
    return async () => {
      await ofAll.giveBack('');
      await ofAddress.giveBack(address);
    };
  };

  return {
    challenge: async () => {
      if (!isOpen) throw signUpIsOff();
      return challenges.give();
    },
    admit: async ({ challenge, solution }, sender = '') => {
      if (!isOpen) throw signUpIsOff();
      const verdict = await challenges.check(challenge, solution);
      if (verdict !== 'right') throw badProof(verdict);
      const uncount = await count(sender);
      try {
        // Of two requests with one proof at the same time, one is admitted.
        if (!(await challenges.use(challenge))) throw badProof('used');
        const { sandbox } = await starts.make('fixtures', { name: 'Visitor' });
        return { kind: 'visitor', sandbox, visit: sandbox, permission: 'everything' };
      } catch (error) {
        await uncount();
        throw error instanceof Problem && error.members.status === 507 ? noRoomToSignUp() : error;
      }
    },
  };
};
