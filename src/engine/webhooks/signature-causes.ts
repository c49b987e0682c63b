import type { SignatureCheck } from '../../generated/control-schemas.ts';
import { isSameJson } from '../../kernel/canonical-json.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { type Json, parseJson, toNumbers } from '../../kernel/json.ts';
import type { Steps } from '../../kernel/time-slices.ts';
import {
  type Found,
  type ReceivedMessage,
  type SignatureProfile,
  headerIn,
  isInTime,
  readMessage,
  signatureBy,
} from './signature.ts';

type Cause = SignatureCheck['causes'][number];

/** A secret that a signature may have been made with. */
export interface SecretCandidate {
  readonly value: string;
  /** `former`: the one before the rotation. */
  readonly kind: 'given' | 'current' | 'former';
  readonly webhookId: string | null;
  /** False for a former secret whose window has ended. */
  readonly isValid: boolean;
}

/** A message to check, and what the server knows about it. */
export interface SignatureQuestion extends ReceivedMessage {
  readonly profile: SignatureProfile;
  /** The other profiles that a sender may have used. */
  readonly otherProfiles: readonly SignatureProfile[];
  /** The secrets to verify with. */
  readonly secrets: readonly SecretCandidate[];
  /** All secrets of the sandbox, to find the one that was used. */
  readonly knownSecrets: readonly SecretCandidate[];
  /** The body that this server sends for the event of the message; undefined if it knows no such event. */
  readonly sentBody: string | undefined;
  /** The time that the time stamp is compared with, and what the clocks show. Milliseconds. */
  readonly at: number;
  readonly wallNow: number;
  readonly sandboxNow: number;
}

/**
 * What is most likely wrong with a message that a correct receiver refuses: the first explanation that fits. `isSigned`: a
 * secret matches, so that only the time is wrong.
 */
export function* findCauses(question: SignatureQuestion, found: Found, isSigned: boolean): Steps<readonly Cause[]> {
  if (isSigned) return [clockCause(question, found)];
  for (const [cause, way] of yield* guesses(question, found))
    if (yield* isSignedAs(way, question, found)) return [cause];
  return [found.signatures.length === 0 ? headerCause(question) : (bodyCause(question) ?? UNKNOWN)];
}

/** A way in which the signature may have been made. It differs from a correct one in one thing; the rest is that of the question. */
interface Way {
  readonly profile?: SignatureProfile;
  readonly secrets?: readonly SecretCandidate[];
  readonly body?: string | Uint8Array;
  readonly ignoresCase?: boolean;
}

const RAW_BODY =
  'Verify the raw bytes before a framework parses them (Express: express.raw, Spring: @RequestBody byte[], Flask: request.get_data()).';

/** Other texts that code signs instead of that of the profile. */
const CONTENTS = {
  '{body}': 'the body without the time stamp',
  '{timestamp}{body}': 'the time stamp and the body without a dot between them',
  '{timestamp}.{body}': 'the time stamp, a dot and the body',
  '{id}.{timestamp}.{body}': 'the id, the time stamp and the body',
  '{body}.{timestamp}': 'the body, a dot and the time stamp',
};

/** How a secret is usually spoilt on its way into a configuration. */
const spoiltForms = (secret: string) => ({
  'with white space around it': secret.trim(),
  'with quotes around it': secret.replaceAll(/^["']|["']$/g, ''),
  'with the prefix whsec_, which this secret does not have': secret.replace(/^whsec_/, ''),
  'without its prefix whsec_': secret.startsWith('whsec_') ? secret : `whsec_${secret}`,
});

/** The key is the secret as text, and code takes it for base64; or the other way round. */
const OTHER_KEYS = {
  text: {
    key: 'decoded',
    detail: 'The signature was made with the base64-decoded bytes of the secret; the key is the secret as text.',
    remedy: 'Pass the whole text of the secret, with its prefix, to the HMAC.',
  },
  decoded: {
    key: 'text',
    detail: 'The signature was made with the secret as text; the key is its base64-decoded bytes.',
    remedy: 'Remove the prefix whsec_, and decode the rest with base64.',
  },
} as const;

/** The usual mistakes, the most frequent first, each with the way in which the signature is made then. */
function* guesses(question: SignatureQuestion, found: Found): Steps<readonly (readonly [Cause, Way])[]> {
  const { profile, body, secrets, knownSecrets, otherProfiles, sentBody } = question;
  const { name, encoding } = profile;
  const isHex = encoding === 'hex';
  const made: (readonly [Cause, Way])[] = [];
  const add = (cause: Cause, way: Way): void => void made.push([cause, way]);

  for (const known of knownSecrets)
    if (!known.isValid || !secrets.some(({ value }) => value === known.value))
      add(otherSecret(known), { secrets: [known] });
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(body);
  if (sentBody !== undefined && sentBody !== text) add(changedBody(sentBody, text), { body: sentBody });
  for (const [form, how] of yield* bodyForms(text)) {
    const detail = `The signature fits the body ${how}: these are not the bytes that were sent.`;
    add({ cause: 'body-reserialized', detail, remedy: RAW_BODY }, { body: form });
  }
  for (const secret of secrets)
    for (const [how, value] of Object.entries(spoiltForms(secret.value))) {
      const detail = `The secret was used ${how}.`;
      const remedy = 'Use the secret exactly as it was returned.';
      if (value !== secret.value && value !== '')
        add({ cause: 'secret-altered', detail, remedy }, { secrets: [{ ...secret, value }] });
    }
  const { key, ...otherKey } = OTHER_KEYS[profile.key];
  add({ cause: 'secret-decoding', ...otherKey }, { profile: { ...profile, key } });
  for (const other of otherProfiles) add(wrongProfile(profile, other), { profile: other });
  for (const [content, what] of Object.entries(CONTENTS)) {
    const detail = `The signature is that of ${what}; the profile ${name} signs ${profile.content}.`;
    const remedy = `Sign ${profile.content}, with the values of the headers.`;
    if (content !== profile.content)
      add({ cause: 'signed-content', detail, remedy }, { profile: { ...profile, content } });
  }
  const wrongDigest: Cause = {
    cause: 'digest-encoding',
    detail: `The digest is right, but not written in ${encoding}${isHex ? ' with small letters' : ''}.`,
    remedy: `Write the digest in ${encoding}, and compare it as text.`,
  };
  add(wrongDigest, { ignoresCase: isHex });
  add(wrongDigest, { profile: { ...profile, encoding: isHex ? 'base64' : 'hex' } });
  // A message without a signature of the profile in use may carry one of another.
  if (found.signatures.length === 0)
    for (const other of otherProfiles) add(wrongProfile(profile, other), { profile: other, secrets: knownSecrets });
  return made;
}

/** More signatures in a header than any rotation has. */
const MOST_COMPARED = 20;

/** Whether the message is signed in this way; one step per secret. */
function* isSignedAs(way: Way, question: SignatureQuestion, found: Found): Steps<boolean> {
  const { profile = question.profile, secrets = question.secrets, body = question.body, ignoresCase } = way;
  const { signatures, timestamp, id } = readMessage(profile, question, found.id);
  const fold = (text: string): string => (ignoresCase === true ? text.toLowerCase() : text);
  const folded = signatures.slice(0, MOST_COMPARED).map(fold);
  if (folded.length === 0) return false;
  for (const { value } of secrets) {
    if (folded.includes(fold(signatureBy(profile, value, { id, timestamp, body })))) return true;
    yield;
  }
  return false;
}

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

const wrongProfile = ({ name: own }: SignatureProfile, { name }: SignatureProfile): Cause => ({
  cause: 'wrong-profile',
  detail: `It is signed in the format ${name}; this sandbox signs in the format ${own}.`,
  remedy: `Verify the format ${own}, or let the sandbox sign as ${name} (assumption signature-format).`,
});

/** How a body differs from the one sent. */
const changedBody = (sent: string, received: string): Cause => {
  const at = `The first difference is at character ${String(firstDifference(sent, received))}; ${Buffer.byteLength(sent)} bytes were sent, and these are ${Buffer.byteLength(received)}.`;
  const [one, other] = [parseBody(sent), parseBody(received)];
  return one !== undefined && other !== undefined && isSameJson(one, other)
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

/** The server knows what it sent, and this is something else. */
const bodyCause = ({ sentBody, body }: SignatureQuestion): Cause | undefined => {
  const text = new TextDecoder().decode(body);
  if (sentBody === undefined) return undefined;
  if (sentBody !== text) return changedBody(sentBody, text);
  return {
    cause: 'wrong-secret',
    detail:
      'The body is exactly what this server sends for the event, but no secret of this sandbox gives the signature.',
    remedy: 'It was signed by a sender that does not know the secret: refuse it.',
  };
};

const headerCause = ({ profile, headers }: SignatureQuestion): Cause => {
  const names = Object.keys(profile.headers);
  const present = names.filter((name) => headerIn(headers, name) !== undefined);
  if (present.length > 0)
    return {
      cause: 'malformed-header',
      detail: `${present.join(', ')} does not have the format ${present.map((name) => profile.headers[name] ?? '').join('; ')}.`,
      remedy: 'Pass the header on as it was received, with everything before and after the signature.',
    };
  const given = headers.map(([name]) => name).slice(0, 12);
  return {
    cause: 'missing-header',
    detail: `${names.join(', ')} did not arrive. ${given.length === 0 ? 'No header is given.' : `Given: ${given.join(', ')}.`}`,
    remedy:
      'Refuse a message without a signature. If the server sent one (see the delivery), a proxy in front of the receiver removes it.',
  };
};

const clockCause = ({ at, wallNow, sandboxNow }: SignatureQuestion, { timestamp }: Found): Cause => {
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

const UNKNOWN: Cause = {
  cause: 'unknown',
  detail:
    'No secret of this sandbox, no signature profile and no usual form of the body gives this signature: it was made with another secret, or the body was changed on its way.',
  remedy:
    'Compare the secret with the one that the registration of the endpoint returned, and verify the bytes of the body before anything parses them.',
};

/** Position of the first difference between two texts, from 1; null if they are equal. */
export const firstDifference = (one: string, other: string): number | null => {
  if (one === other) return null;
  const shorter = Math.min(one.length, other.length);
  for (let index = 0; index < shorter; index++) if (one[index] !== other[index]) return index + 1;
  return shorter + 1;
};

/** Longer, deeper and larger bodies are not written in other forms: that would take too long. */
const LONGEST_BODY = 65_536;
const DEEPEST_BODY = 32;
const MOST_VALUES = 10_000;

/** Undefined if it is no JSON, or too much of it. */
const parseBody = (text: string): Json | undefined => {
  if (text.length > LONGEST_BODY) return undefined;
  try {
    return parseJson(text, DEEPEST_BODY, MOST_VALUES).value;
  } catch {
    return undefined;
  }
};

const toEscape = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * The forms in which a body usually reaches code that does not keep the bytes, each with words that follow "the body"; those
 * equal to the body are omitted.
 */
function* bodyForms(body: string): Steps<ReadonlyMap<string, string>> {
  const forms = new Map<string, string>();
  const add = (how: string, text: string): void => {
    if (text !== body && !forms.has(text)) forms.set(text, how);
  };
  add('without the white space around it', body.trim());
  add('with a line break at its end', `${body}\n`);
  if (body.length > LONGEST_BODY) return forms;
  add('with line breaks of Unix', body.replaceAll('\r\n', '\n'));
  add('with line breaks of Windows', body.replaceAll(/\r?\n/g, '\r\n'));
  if (body.startsWith('\uFEFF')) add('without its byte order mark', body.slice(1));
  yield;
  const parsed = parseBody(body);
  if (parsed === undefined) return forms;
  const value = toNumbers(parsed);
  yield;
  const compact = JSON.stringify(value);
  add('as compact JSON', compact);
  for (const indent of [2, 4]) {
    yield;
    add(`as JSON with an indent of ${indent}`, JSON.stringify(value, undefined, indent));
  }
  yield;
  add('with non-ASCII characters escaped', compact.replaceAll(/[\u0080-\uffff]/g, toEscape));
  // A JSON string: the body was serialized twice.
  if (typeof value === 'string') add('without the quotes of a JSON string', value);
  return forms;
}
