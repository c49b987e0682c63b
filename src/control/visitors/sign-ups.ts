import type { Visitor } from '../../identity/console-sessions.ts';
import type { Clock } from '../../kernel/clock.ts';
import { Problem } from '../../kernel/problem.ts';
import { createHourlyCount } from './hourly-count.ts';
import type { SignUpChallenge, SignUpChallenges } from './sign-up-challenge.ts';
import { badProof, noRoomToSignUp, signUpIsOff, tooManySignUps, tooManySignUpsOfAddress } from './sign-up-problems.ts';
import type { VisitorStarts } from './visitor-start.ts';

/** Visitors who come without a link: a sandbox for the work of a moment. */
export interface SignUps {
  /** Throws 404 if the operator has not turned it on. */
  readonly challenge: () => SignUpChallenge;
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
  readonly clock: Pick<Clock, 'elapsed'>;
}

export const createSignUps = (parts: SignUpsParts): SignUps => {
  const { isOpen, challenges, starts, perHour, perHourAndAddress, clock } = parts;
  const ofAddress = createHourlyCount({ most: perHourAndAddress, refuse: tooManySignUpsOfAddress, clock });
  const ofAll = createHourlyCount({ most: perHour, refuse: (_most, seconds) => tooManySignUps(seconds), clock });

  /** Counts before the sandbox is made, so that many at the same time get no more; what fails is not counted. */
  const count = (address: string): (() => void) => {
    ofAddress.check(address);
    const uncounts = [ofAll.add(''), ofAddress.add(address)];
    return () => {
      for (const uncount of uncounts) uncount();
    };
  };

  return {
    challenge: () => {
      if (!isOpen) throw signUpIsOff();
      return challenges.give();
    },
    admit: async ({ challenge, solution }, sender = '') => {
      if (!isOpen) throw signUpIsOff();
      const verdict = challenges.check(challenge, solution);
      if (verdict !== 'right') throw badProof(verdict);
      const uncount = count(sender);
      // Synchronously after the check: of two requests with one proof, one is admitted.
      challenges.use(challenge);
      try {
        const { sandbox } = await starts.make('fixtures', { name: 'Visitor' });
        return { kind: 'visitor', sandbox, permission: 'everything' };
      } catch (error) {
        uncount();
        throw error instanceof Problem && error.members.status === 507 ? noRoomToSignUp() : error;
      }
    },
  };
};
