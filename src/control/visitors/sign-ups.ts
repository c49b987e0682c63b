import { plainProblem, problem } from '../../engine/problems/problem.ts';
import type { Counters } from '../../engine/rate-limiting/counters.ts';
import type { Visitor } from '../../identity/console-sessions.ts';
import { Problem } from '../../kernel/problem.ts';
import { createHourlyCount } from './hourly-count.ts';
import type { SignUpChallenge, SignUpChallenges } from './sign-up-challenge.ts';
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

interface SignUpsParts {
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

const signUpIsOff = (): Error =>
  problem('not-found', {
    detail:
      'Visitors cannot sign up on this server: ask its operator for a visitor link. The operator turns it on with --signup open (VATMOCK_SIGNUP=open).',
    extensions: { code: 'sign-up-off' },
  });

const PROOFS = {
  wrong: { code: 'proof-wrong', because: 'The solution does not solve the challenge' },
  expired: { code: 'challenge-expired', because: 'The challenge has expired' },
  used: { code: 'challenge-used', because: 'The challenge was used already' },
  foreign: { code: 'challenge-unknown', because: 'This server has not given this challenge since it was started' },
} as const;

const badProof = (verdict: keyof typeof PROOFS): Error => {
  const { code, because } = PROOFS[verdict];
  return plainProblem(409, {
    detail: `${because}: get a new one with GET /__console/sign-up.`,
    extensions: { code },
  });
};

const tooManySignUpsOfAddress = (most: number, seconds: number): Error =>
  problem('rate-limited', {
    detail: `This address got ${String(most)} sandboxes within an hour, which is the most. Use one of them, retry in ${String(seconds)} seconds, or ask the operator for a visitor link.`,
    headers: { 'retry-after': String(seconds) },
    extensions: { code: 'too-many-sign-ups' },
  });

const tooManySignUps = (seconds: number): Error =>
  problem('unavailable', {
    detail: `As many visitors as this server admits in an hour have signed up. Retry in ${String(seconds)} seconds, or ask the operator for a visitor link.`,
    headers: { 'retry-after': String(seconds) },
    extensions: { code: 'sign-ups-exhausted' },
  });

const noRoomToSignUp = (): Error =>
  problem('storage-full', {
    detail:
      'The server has no room for another sandbox now, and takes none from sandboxes in use. Try again later, or ask the operator.',
    extensions: { code: 'no-room' },
  });
