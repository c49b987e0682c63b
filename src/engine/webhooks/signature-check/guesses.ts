import type { Steps } from '../../../kernel/time-slices.ts';
import type { SignatureProfile } from '../signing/signature-profile.ts';
import { bodyForms } from './body-forms.ts';
import { RAW_BODY, changedBody, wrongProfile } from './causes.ts';
import type { Cause, SecretCandidate, SignatureQuestion } from './signature-check.ts';

/** A way in which the signature may have been made, and the cause if it was. */
export interface Guess {
  readonly profile: SignatureProfile;
  readonly secrets: readonly SecretCandidate[];
  readonly body: string | Uint8Array;
  readonly ignoresCase?: boolean;
  readonly cause: Cause;
}

/** The usual mistakes, the most frequent first. Each differs from a correct signature in one thing only. */
export function* guessesAbout(question: SignatureQuestion): Steps<readonly Guess[]> {
  const { profile, body, secrets } = question;
  return [
    ...otherSecrets(question),
    ...(yield* otherBodies(question)),
    ...alteredSecrets(question),
    ...otherKeys(question),
    ...question.otherProfiles.map((other) => ({
      profile: other,
      secrets,
      body,
      cause: wrongProfile(profile.name, other.name),
    })),
    ...CONTENTS.filter(({ content }) => content !== profile.content).map(({ content, what }) => ({
      profile: { ...profile, content },
      secrets,
      body,
      cause: {
        cause: 'signed-content' as const,
        detail: `The signature is that of ${what}; the profile ${profile.name} signs ${profile.content}.`,
        remedy: `Sign ${profile.content}, with the values of the headers.`,
      },
    })),
    ...otherDigests(question),
  ];
}

const CONTENTS = [
  { content: '{body}', what: 'the body without the time stamp' },
  { content: '{timestamp}{body}', what: 'the time stamp and the body without a dot between them' },
  { content: '{timestamp}.{body}', what: 'the time stamp, a dot and the body' },
  { content: '{id}.{timestamp}.{body}', what: 'the id, the time stamp and the body' },
  { content: '{body}.{timestamp}', what: 'the body, a dot and the time stamp' },
];

const otherSecrets = ({ profile, body, secrets, knownSecrets }: SignatureQuestion): Guess[] =>
  knownSecrets
    .filter(({ value, isValid }) => !isValid || !secrets.some((tried) => tried.value === value))
    .map((known) => ({ profile, secrets: [known], body, cause: otherSecret(known) }));

const otherSecret = ({ kind, webhookId, isValid }: SecretCandidate): Cause =>
  isValid
    ? {
        cause: 'wrong-secret',
        detail: `It is signed with the ${kind} secret of ${webhookId ?? ''}, not with the one it was verified with.`,
        remedy: `Verify with the secret that the registration of ${webhookId ?? ''} returned, or its last rotation.`,
      }
    : {
        cause: 'expired-secret',
        detail: `It is signed with the former secret of ${webhookId ?? ''}, which the rotation has ended.`,
        remedy:
          'Take the secret that the rotation returned. A message signed with the former one only is old or forged.',
      };

function* otherBodies({ profile, body, secrets, sentBody }: SignatureQuestion): Steps<Guess[]> {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(body);
  const sent =
    sentBody === undefined || sentBody === text
      ? []
      : [{ profile, secrets, body: sentBody, cause: changedBody(sentBody, text) }];
  return [
    ...sent,
    ...(yield* bodyForms(text)).map((form) => ({
      profile,
      secrets,
      body: form.text,
      cause: {
        cause: 'body-reserialized' as const,
        detail: `The signature fits the body ${form.how}: these are not the bytes that were sent.`,
        remedy: RAW_BODY,
      },
    })),
  ];
}

/** How a secret is usually spoilt on its way into a configuration. */
const ALTERATIONS: readonly (readonly [how: string, alter: (secret: string) => string])[] = [
  ['with white space around it', (secret) => secret.trim()],
  ['with quotes around it', (secret) => secret.replaceAll(/^["']|["']$/g, '')],
  ['with the prefix whsec_, which this secret does not have', (secret) => secret.replace(/^whsec_/, '')],
  ['without its prefix whsec_', (secret) => (secret.startsWith('whsec_') ? secret : `whsec_${secret}`)],
];

/** The secret given is a correct one with something added or removed. */
const alteredSecrets = ({ profile, body, secrets }: SignatureQuestion): Guess[] =>
  secrets.flatMap((secret) =>
    ALTERATIONS.map(([how, alter]) => ({ how, value: alter(secret.value) }))
      .filter(({ value }) => value !== secret.value && value !== '')
      .map(({ how, value }) => ({
        profile,
        secrets: [{ ...secret, value }],
        body,
        cause: {
          cause: 'secret-altered' as const,
          detail: `The secret was used ${how}.`,
          remedy: 'Use the secret exactly as it was returned.',
        },
      })),
  );

const otherKeys = ({ profile, body, secrets }: SignatureQuestion): Guess[] => {
  const key = profile.key === 'text' ? ('decoded' as const) : ('text' as const);
  return [
    {
      profile: { ...profile, key },
      secrets,
      body,
      cause: {
        cause: 'secret-decoding',
        detail:
          key === 'decoded'
            ? 'The signature was made with the base64-decoded bytes of the secret; the key is the secret as text.'
            : 'The signature was made with the secret as text; the key is its base64-decoded bytes.',
        remedy:
          key === 'decoded'
            ? 'Pass the whole text of the secret, with its prefix, to the HMAC.'
            : 'Remove the prefix whsec_, and decode the rest with base64.',
      },
    },
  ];
};

const otherDigests = ({ profile, body, secrets }: SignatureQuestion): Guess[] => {
  const cause: Cause = {
    cause: 'digest-encoding',
    detail: `The digest is right, but not written in ${profile.encoding}${profile.encoding === 'hex' ? ' with small letters' : ''}.`,
    remedy: `Write the digest in ${profile.encoding}, and compare it as text.`,
  };
  const other = profile.encoding === 'hex' ? ('base64' as const) : ('hex' as const);
  return [
    { profile, secrets, body, ignoresCase: profile.encoding === 'hex', cause },
    { profile: { ...profile, encoding: other }, secrets, body, cause },
  ];
};
