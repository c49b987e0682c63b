import { LRUCache } from 'lru-cache';
import type { Visitor } from '../../identity/console-sessions.ts';
import type { Clock } from '../../kernel/clock.ts';
import { Problem } from '../../kernel/problem.ts';
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

const HOUR = 3_600_000;

/** Addresses whose sign-ups are counted. Someone with more networks meets the limit of all. */
const MOST_ADDRESSES = 10_000;

interface Counted {
  readonly since: number;
  count: number;
}

export const createSignUps = (parts: SignUpsParts): SignUps => {
  const { isOpen, challenges, starts, perHour, perHourAndAddress, clock } = parts;
  const byAddress = new LRUCache<string, Counted>({ max: MOST_ADDRESSES });
  let ofAll: Counted = { since: 0, count: 0 };

  const current = (counted: Counted | undefined): Counted =>
    counted !== undefined && clock.elapsed() - counted.since < HOUR ? counted : { since: clock.elapsed(), count: 0 };

  const secondsLeft = ({ since }: Counted): number => Math.max(1, Math.ceil((since + HOUR - clock.elapsed()) / 1000));

  /** Counts before the sandbox is made, so that many at the same time get no more; what fails is not counted. */
  const count = (address: string): (() => void) => {
    const own = current(byAddress.get(address));
    if (own.count >= perHourAndAddress) throw tooManySignUpsOfAddress(perHourAndAddress, secondsLeft(own));
    ofAll = current(ofAll);
    const all = ofAll;
    if (all.count >= perHour) throw tooManySignUps(secondsLeft(all));
    byAddress.set(address, own);
    for (const counted of [own, all]) counted.count += 1;
    return () => {
      for (const counted of [own, all]) counted.count -= 1;
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
