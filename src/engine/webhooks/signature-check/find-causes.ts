import type { Steps } from '../../../kernel/time-slices.ts';
import { toIsoDateTime } from '../../../kernel/clock.ts';
import type { Found } from '../signing/read-headers.ts';
import { isInTime } from './in-time.ts';
import { type Guess, guessesAbout } from './guesses.ts';
import { changedBody, wrongProfile } from './causes.ts';
import type { Cause, SignatureQuestion } from './signature-check.ts';
import { isSignedAs } from './signed-as.ts';

interface Evidence {
  readonly found: Found;
  readonly id: string;
  readonly header: (name: string) => string | undefined;
  /** A secret matches, so that only the time is wrong. */
  readonly isSigned: boolean;
}

/** What is most likely wrong with a message that a correct receiver refuses: the first explanation that fits. */
export function* findCauses(question: SignatureQuestion, evidence: Evidence): Steps<readonly Cause[]> {
  if (evidence.isSigned) return [clockCause(question, evidence.found)];
  for (const guess of [...(yield* guessesAbout(question)), ...missingGuesses(question, evidence)]) {
    if (yield* isSignedAs(guess, question, evidence)) return [guess.cause];
  }
  if (evidence.found.signatures.length === 0) return [headerCause(question, evidence)];
  return [bodyCause(question) ?? UNKNOWN];
}

const UNKNOWN: Cause = {
  cause: 'unknown',
  detail:
    'No secret of this sandbox, no signature profile and no usual form of the body gives this signature: it was made with another secret, or the body was changed on its way.',
  remedy:
    'Compare the secret with the one that the registration of the endpoint returned, and verify the bytes of the body before anything parses them.',
};

/** A message without a signature of the profile in use may carry one of another. */
const missingGuesses = (question: SignatureQuestion, { found }: Evidence): readonly Guess[] =>
  found.signatures.length > 0
    ? []
    : question.otherProfiles.map((profile) => ({
        profile,
        secrets: question.knownSecrets,
        body: question.body,
        cause: wrongProfile(question.profile.name, profile.name),
      }));

const headerCause = ({ profile, headers }: SignatureQuestion, { header }: Evidence): Cause => {
  const names = Object.keys(profile.headers);
  const present = names.filter((name) => header(name) !== undefined);
  if (present.length > 0)
    return {
      cause: 'malformed-header',
      detail: `${present.join(', ')} does not have the format ${present.map((name) => profile.headers[name] ?? '').join('; ')}.`,
      remedy: 'Pass the header on as it was received, with everything before and after the signature.',
    };
  const came = headers.map(([name]) => name).slice(0, 12);
  return {
    cause: 'missing-header',
    detail: `${names.join(', ')} did not arrive. ${came.length === 0 ? 'No header is given.' : `Given: ${came.join(', ')}.`}`,
    remedy:
      'Refuse a message without a signature. If the server sent one (see the delivery), a proxy in front of the receiver removes it.',
  };
};

const clockCause = ({ at, wallNow, sandboxNow }: SignatureQuestion, { timestamp = '0' }: Found): Cause => {
  const signedAt = Number(timestamp) * 1000;
  if (!isInTime(sandboxNow, wallNow) && isInTime(sandboxNow, at) && isInTime(signedAt, wallNow))
    return {
      cause: 'clock',
      detail: `The signature is right, but its time stamp is compared with the clock of the sandbox (${toIsoDateTime(sandboxNow)}).`,
      remedy: 'Compare it with the real time: deliveries are signed with the time on the wall clock.',
    };
  const late = at > signedAt;
  return {
    cause: 'clock',
    detail: `The signature is right, but ${toIsoDateTime(signedAt)} is more than five minutes ${late ? 'before' : 'after'} ${toIsoDateTime(at)}.`,
    remedy: late
      ? 'If you received it in time, check it with the time of its arrival. Otherwise it is a replay of an old message, or the clock of the receiver is fast: refuse it.'
      : 'The clock of the receiver is slow, or the message is forged: refuse it, and synchronize the clock.',
  };
};

/** The server knows what it sent, and this is something else. */
const bodyCause = ({ sentBody, body }: SignatureQuestion): Cause | undefined => {
  const text = new TextDecoder().decode(body);
  if (sentBody === undefined) return undefined;
  if (sentBody === text)
    return {
      cause: 'wrong-secret',
      detail:
        'The body is exactly what this server sends for the event, but no secret of this sandbox gives the signature.',
      remedy: 'It was signed by a sender that does not know the secret: refuse it.',
    };
  return changedBody(sentBody, text);
};
