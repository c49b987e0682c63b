import { type Cause, firstDifference, type SignatureQuestion, type SecretCandidate } from './check-signature.ts';
import { type Found, isInTime, type SignatureProfile, readHeaders, signatureBy } from './signature.ts';
import { isSameJson } from '../../kernel/canonical-json.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { type Json, parseJson, toNumbers } from '../../kernel/json.ts';
import type { Steps } from '../../kernel/time-slices.ts';

/** A message in the format of a profile other than the sandbox's own. */
const wrongProfile = (own: string, name: string): Cause => ({
  cause: 'wrong-profile',
  detail: `It is signed in the format ${name}; this sandbox signs in the format ${own}.`,
  remedy: `Verify the format ${own}, or let the sandbox sign as ${name} (assumption signature-format).`,
});

/** How a body differs from the one sent. */
const changedBody = (sent: string, received: string): Cause => {
  const at = `The first difference is at character ${String(firstDifference(sent, received))}; ${String(Buffer.byteLength(sent))} bytes were sent, and these are ${String(Buffer.byteLength(received))}.`;
  return isSameText(sent, received)
    ? {
        cause: 'body-reserialized',
        detail: `The body has the same content as the one sent, but not the same bytes. ${at}`,
        remedy: RAW_BODY,
      }
    : {
        cause: 'body-changed',
        detail: `The body is not the one that this server sends for the event. ${at}`,
        remedy: 'If nothing between the server and the receiver may change the body, the message is forged: refuse it.',
      };
};

const RAW_BODY =
  'Verify the raw bytes before a framework parses them (Express: express.raw, Spring: @RequestBody byte[], Flask: request.get_data()).';

const isSameText = (one: string, other: string): boolean => {
  const [a, b] = [parseBody(one), parseBody(other)];
  return a !== undefined && b !== undefined && isSameJson(a, b);
};

/** Another way to write the same body, as a framework or an editor does. */
interface BodyForm {
  /** To follow "the body": "as compact JSON". */
  readonly how: string;
  readonly text: string;
}

/** Longer, deeper and larger bodies are not written in other forms: that would take too long. */
const LONGEST_BODY = 65_536;
const DEEPEST_BODY = 32;
const MOST_VALUES = 10_000;

/** The forms in which a body usually reaches code that does not keep the bytes; those equal to the body are omitted. */
function* bodyForms(body: string): Steps<readonly BodyForm[]> {
  const forms: BodyForm[] = [];
  const add = (how: string, text: string | undefined): void => {
    if (text !== undefined && text !== body && !forms.some((form) => form.text === text)) forms.push({ how, text });
  };
  add('without the white space around it', body.trim());
  add('with a line break at its end', `${body}\n`);
  if (body.length > LONGEST_BODY) return forms;
  add('with line breaks of Unix', body.replaceAll('\r\n', '\n'));
  add('with line breaks of Windows', body.replaceAll(/\r?\n/g, '\r\n'));
  add('without its byte order mark', body.startsWith('\uFEFF') ? body.slice(1) : undefined);
  yield;
  const value = parseBody(body);
  if (value === undefined) return forms;
  yield;
  add('as compact JSON', write(value));
  yield;
  add('as JSON with an indent of 2', write(value, 2));
  yield;
  add('as JSON with an indent of 4', write(value, 4));
  yield;
  add('with non-ASCII characters escaped', write(value).replaceAll(/[\u0080-\uffff]/g, toEscape));
  yield;
  // A JSON string: the body was serialized twice.
  if (typeof value === 'string') add('without the quotes of a JSON string', value);
  return forms;
}

/** Undefined if it is no JSON, or too much of it. */
const parseBody = (text: string): Json | undefined => {
  if (text.length > LONGEST_BODY) return undefined;
  try {
    return parseJson(text, DEEPEST_BODY, MOST_VALUES).value;
  } catch {
    return undefined;
  }
};

const write = (value: Json, indent?: number): string => JSON.stringify(toNumbers(value), undefined, indent);

const toEscape = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

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

/** A way in which the signature may have been made, and the cause if it was. */
interface Guess {
  readonly profile: SignatureProfile;
  readonly secrets: readonly SecretCandidate[];
  readonly body: string | Uint8Array;
  readonly ignoresCase?: boolean;
  readonly cause: Cause;
}

/** The usual mistakes, the most frequent first. Each differs from a correct signature in one thing only. */
function* guessesAbout(question: SignatureQuestion): Steps<readonly Guess[]> {
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

/** More signatures in a header than any rotation has. */
const MOST_COMPARED = 20;

/** Whether the message is signed in this way; one step per secret. */
function* isSignedAs(
  { profile, secrets, body, ignoresCase = false }: Guess,
  { headers }: SignatureQuestion,
  known: { readonly header: (name: string) => string | undefined; readonly id: string },
): Steps<boolean> {
  if (headers.length === 0) return false;
  const { signatures, timestamp = '', id = known.id } = readHeaders(profile, known);
  const fold = (text: string): string => (ignoresCase ? text.toLowerCase() : text);
  const folded = signatures.slice(0, MOST_COMPARED).map(fold);
  if (folded.length === 0) return false;
  for (const { value } of secrets) {
    if (folded.includes(fold(signatureBy(profile, value, { id, timestamp, body })))) return true;
    yield;
  }
  return false;
}
