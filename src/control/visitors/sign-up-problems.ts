import { plainProblem, problem } from '../../engine/problems/problem.ts';

export const signUpIsOff = (): Error =>
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

export const badProof = (verdict: keyof typeof PROOFS): Error => {
  const { code, because } = PROOFS[verdict];
  return plainProblem(409, {
    detail: `${because}: get a new one with GET /__console/sign-up.`,
    extensions: { code },
  });
};

export const tooManySignUpsOfAddress = (most: number, seconds: number): Error =>
  problem('rate-limited', {
    detail: `This address got ${String(most)} sandboxes within an hour, which is the most. Use one of them, retry in ${String(seconds)} seconds, or ask the operator for a visitor link.`,
    headers: { 'retry-after': String(seconds) },
    extensions: { code: 'too-many-sign-ups' },
  });

export const tooManySignUps = (seconds: number): Error =>
  problem('unavailable', {
    detail: `As many visitors as this server admits in an hour have signed up. Retry in ${String(seconds)} seconds, or ask the operator for a visitor link.`,
    headers: { 'retry-after': String(seconds) },
    extensions: { code: 'sign-ups-exhausted' },
  });

export const noRoomToSignUp = (): Error =>
  problem('storage-full', {
    detail:
      'The server has no room for another sandbox now, and takes none from sandboxes in use. Try again later, or ask the operator.',
    extensions: { code: 'no-room' },
  });
