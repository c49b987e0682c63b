import type { SignatureCheck } from '../../generated/control-schemas.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import type { Steps } from '../../kernel/time-slices.ts';
import { type SecretCandidate, type SignatureQuestion, findCauses, firstDifference } from './signature-causes.ts';
import {
  type Found,
  type HeaderPairs,
  type SignatureProfile,
  fill,
  headerIn,
  isInTime,
  readMessage,
  signatureBy,
} from './signature.ts';

/** One step of a receiver that verifies a signature. */
type SignatureStep = SignatureCheck['steps'][number];

type SignatureComparison = SignatureCheck['comparisons'][number];

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
  const steps = [
    headerStep(question, found),
    timeStep(question, found),
    contentStep(question, bytes),
    digestStep(question, match ?? comparisons[0]),
    comparisonStep(found, match, comparisons),
  ];
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

const headerStep = ({ profile, headers }: SignatureQuestion, { signatures, timestamp }: Found): SignatureStep => {
  const names = Object.keys(profile.headers);
  const missing = names.filter((name) => headerIn(headers, name) === undefined);
  const passed = signatures.length > 0;
  if (!passed && missing.length === names.length)
    return { step: 'headers', passed, detail: `Missing: ${names.join(', ')}.` };
  if (!passed)
    return {
      step: 'headers',
      passed,
      detail: `No signature in the format of the profile ${profile.name}: ${formatsOf(profile, names)}.`,
    };
  const many = signatures.length === 1 ? '1 signature' : `${String(signatures.length)} signatures`;
  const time = timestamp === '' ? '' : `, and the time stamp ${timestamp}`;
  const rest = missing.length === 0 ? '' : ` Missing: ${missing.join(', ')}.`;
  const present = names.filter((name) => !missing.includes(name)).join(', ');
  return { step: 'headers', passed, detail: `${present}: ${many}${time}.${rest}` };
};

const formatsOf = ({ headers }: SignatureProfile, names: readonly string[]): string =>
  names.map((name) => `${name}: ${headers[name] ?? ''}`).join('; ');

const timeStep = ({ profile, at }: SignatureQuestion, { timestamp }: Found): SignatureStep => {
  const step = 'timestamp';
  if (!Object.values(profile.headers).some((template) => template.includes('{timestamp}')))
    return { step, passed: null, detail: `The profile ${profile.name} has no time stamp: replays cannot be detected.` };
  if (timestamp === '') return { step, passed: null, detail: 'There is no time stamp to compare.' };
  const signedAt = Number(timestamp) * 1000;
  if (!isInstant(signedAt)) return { step, passed: false, detail: `${timestamp} is no time in Unix seconds.` };
  return {
    step,
    passed: isInTime(signedAt, at),
    detail: `${timestamp} is ${toIsoDateTime(signedAt)}, ${distance(signedAt, at)} ${toIsoDateTime(at)}. A receiver accepts five minutes before and after.`,
  };
};

/** Beyond, a Date is invalid. */
const LATEST = 8_640_000_000_000_000;

const isInstant = (milliseconds: number): boolean => milliseconds <= LATEST;

const distance = (signedAt: number, at: number): string => {
  const seconds = Math.floor(Math.abs(at - signedAt) / 1000);
  if (seconds === 0) return 'the same second as';
  return `${toAmount(seconds)} ${signedAt < at ? 'before' : 'after'}`;
};

const toAmount = (seconds: number): string => {
  if (seconds < 600) return `${String(seconds)} s`;
  return seconds < 7200 ? `${String(Math.floor(seconds / 60))} min` : `${String(Math.floor(seconds / 3600))} h`;
};

const contentStep = ({ profile: { content }, body }: SignatureQuestion, bytes: number): SignatureStep => {
  const own = content === '{body}' ? 'the body' : `${content}, with a body`;
  return {
    step: 'content',
    passed: null,
    detail: `Signed: ${own} of ${String(body.byteLength)} bytes, exactly as received; ${String(bytes)} bytes in all.`,
  };
};

const KEYS = {
  text: 'the secret as text, with its prefix',
  decoded: 'the bytes encoded in base64 after the prefix whsec_ of the secret',
};

const digestStep = (
  { profile: { algorithm, encoding, key } }: SignatureQuestion,
  first: SignatureComparison | undefined,
): SignatureStep => {
  const how = `HMAC-${algorithm.toUpperCase()} in ${encoding}; the key is ${KEYS[key]}`;
  const detail = first === undefined ? `${how}. There is no secret to sign with.` : `${how}: ${first.expected}`;
  return { step: 'digest', passed: null, detail };
};

const comparisonStep = (
  { signatures }: Found,
  match: SignatureComparison | undefined,
  comparisons: readonly SignatureComparison[],
): SignatureStep => {
  const step = 'comparison';
  const [first] = comparisons;
  if (first === undefined || signatures.length === 0)
    return { step, passed: false, detail: 'There is nothing to compare.' };
  if (match !== undefined)
    return { step, passed: true, detail: `Equal to the signature with ${nameOf(match)}, character by character.` };
  const others = comparisons.length === 1 ? '' : ` None of ${String(comparisons.length)} secrets matches.`;
  return {
    step,
    passed: false,
    detail: `Character ${String(first.firstDifference)} is the first that differs from the signature with ${nameOf(first)}.${others}`,
  };
};

const nameOf = ({ secret, webhookId }: Pick<SignatureComparison, 'secret' | 'webhookId'>): string =>
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
