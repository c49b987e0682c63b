import type { SignatureCheck } from '../../generated/control-schemas.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { counted } from '../../kernel/sentence.ts';
import type { Steps } from '../../kernel/time-slices.ts';
import { type SecretCandidate, type SignatureQuestion, findCauses, firstDifference } from './signature-causes.ts';
import { type Found, type HeaderPairs, fill, headerIn, isInTime, readMessage, signatureBy } from './signature.ts';

type SignatureComparison = SignatureCheck['comparisons'][number];

/** The outcome of one step of a receiver that verifies a signature. */
type Outcome = readonly [passed: boolean | null, detail: string];

/** Characters of the signed text that are shown. */
const SHOWN_TEXT = 4000;

/** Verifies a message as a receiver should, and shows each step. In slices: a body is signed many times. */
export function* checkSignature(
  question: SignatureQuestion,
): Steps<Pick<SignatureCheck, 'genuine' | 'steps' | 'signed' | 'comparisons' | 'causes'>> {
  const { profile, body, secrets } = question;
  const found = readMessage(profile, question);
  const { id, timestamp } = found;
  const comparisons: SignatureComparison[] = [];
  for (const secret of secrets) {
    comparisons.push(compare(secret, signatureBy(profile, secret.value, { id, timestamp, body }), found.signatures));
    yield;
  }
  const match = comparisons.find(({ equal }) => equal);
  const parts = profile.content.split('{body}');
  const around = parts.reduce((sum, part) => sum + Buffer.byteLength(fill(part, { id, timestamp })), 0);
  const bytes = around + (parts.length - 1) * body.byteLength;
  const outcomes = [
    ['headers', checkHeaders(question, found)],
    ['timestamp', checkTime(question, found)],
    ['content', describeContent(question, bytes)],
    ['digest', describeDigest(question, match ?? comparisons[0])],
    ['comparison', checkComparisons(found, match, comparisons)],
  ] as const;
  const steps = outcomes.map(([step, [passed, detail]]) => ({ step, passed, detail }));
  const genuine = match !== undefined && steps.every(({ passed }) => passed !== false);
  const text = fill(profile.content, { id, timestamp, body: new TextDecoder().decode(body) });
  return {
    genuine,
    steps,
    signed:
      found.signatures.length === 0
        ? null
        : { text: text.slice(0, SHOWN_TEXT), bytes, complete: text.length <= SHOWN_TEXT },
    comparisons,
    causes: genuine ? [] : yield* findCauses(question, found, match !== undefined),
  };
}

const compare = (
  { kind, webhookId }: SecretCandidate,
  expected: string,
  signatures: readonly string[],
): SignatureComparison => {
  const received = signatures.includes(expected) ? expected : (signatures[0] ?? null);
  return {
    secret: kind,
    webhookId,
    expected,
    received,
    equal: received === expected,
    firstDifference: received === null ? null : firstDifference(received, expected),
  };
};

const checkHeaders = (
  { profile: { name, headers: templates }, headers }: SignatureQuestion,
  { signatures, timestamp }: Found,
): Outcome => {
  const names = Object.keys(templates);
  const missing = names.filter((each) => headerIn(headers, each) === undefined);
  const lack = `Missing: ${missing.join(', ')}.`;
  if (signatures.length === 0 && missing.length === names.length) return [false, lack];
  if (signatures.length === 0) {
    const formats = names.map((each) => `${each}: ${templates[each] ?? ''}`).join('; ');
    return [false, `No signature in the format of the profile ${name}: ${formats}.`];
  }
  const time = timestamp === '' ? '' : `, and the time stamp ${timestamp}`;
  const present = names.filter((each) => !missing.includes(each)).join(', ');
  return [
    true,
    `${present}: ${counted(signatures.length, 'signature')}${time}.${missing.length === 0 ? '' : ` ${lack}`}`,
  ];
};

const checkTime = ({ profile, at }: SignatureQuestion, { timestamp }: Found): Outcome => {
  if (!Object.values(profile.headers).some((template) => template.includes('{timestamp}')))
    return [null, `The profile ${profile.name} has no time stamp: replays cannot be detected.`];
  if (timestamp === '') return [null, 'There is no time stamp to compare.'];
  const signedAt = Number(timestamp) * 1000;
  if (signedAt > LATEST) return [false, `${timestamp} is no time in Unix seconds.`];
  return [
    isInTime(signedAt, at),
    `${timestamp} is ${toIsoDateTime(signedAt)}, ${distance(signedAt, at)} ${toIsoDateTime(at)}. A receiver accepts five minutes before and after.`,
  ];
};

/** Beyond, a Date is invalid. */
const LATEST = 8_640_000_000_000_000;

const distance = (signedAt: number, at: number): string => {
  const seconds = Math.floor(Math.abs(at - signedAt) / 1000);
  if (seconds === 0) return 'the same second as';
  return `${toAmount(seconds)} ${signedAt < at ? 'before' : 'after'}`;
};

const toAmount = (seconds: number): string => {
  if (seconds < 600) return `${seconds} s`;
  return seconds < 7200 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 3600)} h`;
};

const describeContent = ({ profile: { content }, body }: SignatureQuestion, bytes: number): Outcome => {
  const own = content === '{body}' ? 'the body' : `${content}, with a body`;
  return [null, `Signed: ${own} of ${body.byteLength} bytes, exactly as received; ${bytes} bytes in all.`];
};

const KEYS = {
  text: 'the secret as text, with its prefix',
  decoded: 'the bytes encoded in base64 after the prefix whsec_ of the secret',
};

const describeDigest = (
  { profile: { algorithm, encoding, key } }: SignatureQuestion,
  first: SignatureComparison | undefined,
): Outcome => {
  const how = `HMAC-${algorithm.toUpperCase()} in ${encoding}; the key is ${KEYS[key]}`;
  return [null, first === undefined ? `${how}. There is no secret to sign with.` : `${how}: ${first.expected}`];
};

const checkComparisons = (
  { signatures }: Found,
  match: SignatureComparison | undefined,
  comparisons: readonly SignatureComparison[],
): Outcome => {
  const [first] = comparisons;
  if (first === undefined || signatures.length === 0) return [false, 'There is nothing to compare.'];
  if (match !== undefined) return [true, `Equal to the signature with ${nameOf(match)}, character by character.`];
  const others = comparisons.length === 1 ? '' : ` None of ${comparisons.length} secrets matches.`;
  return [
    false,
    `Character ${String(first.firstDifference)} is the first that differs from the signature with ${nameOf(first)}.${others}`,
  ];
};

const nameOf = ({ secret, webhookId }: SignatureComparison): string =>
  secret === 'given' ? 'the secret given' : `the ${secret} secret of ${webhookId ?? ''}`;

const NAME = /^[!#$%&'*+.^_`|~\w-]+$/;

/**
 * Parses headers as people copy them: raw lines, with or without the arrows of curl and the request line, or a JSON
 * object. Stops at the first empty line after a header, where a body would begin.
 */
export const parseHeaderText = (text: string): HeaderPairs => {
  const object = parseObject(text);
  if (object !== undefined) return toPairs(object);
  const pairs: (readonly [string, string])[] = [];
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '' && pairs.length > 0) break;
    const colon = line.indexOf(':');
    const name = toName(line.slice(0, Math.max(colon, 0)));
    if (NAME.test(name)) pairs.push([name, line.slice(colon + 1).trim()]);
  }
  return pairs;
};

/** Without an arrow of curl and quotes. */
const toName = (text: string): string => {
  const name = text.trim();
  return (name.startsWith('<') || name.startsWith('>') ? name.slice(1) : name).trim().replaceAll('"', '');
};

/** Headers of an object: a list of values is joined, as HTTP does. */
export const toPairs = (headers: Readonly<Record<string, unknown>>): HeaderPairs =>
  Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : String(value)]);

const parseObject = (text: string): Readonly<Record<string, unknown>> | undefined => {
  if (!text.trimStart().startsWith('{')) return undefined;
  try {
    return JSON.parse(text) as Readonly<Record<string, unknown>>;
  } catch {
    return undefined;
  }
};
