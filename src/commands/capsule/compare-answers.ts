import { type CapsuleAnswer, type CapsuleBody, fromCapsuleBody } from '../../engine/capsule/capsule.ts';

/** The first difference between two responses. */
export interface AnswerDifference {
  /** For example `status`, `header etag`, `body at byte 210`. */
  readonly at: string;
  readonly expected: string;
  readonly actual: string;
}

/** Number of characters shown around the difference. */
const AROUND = 60;

/** A hosted server adds them for browsers. No client relies on them, and the server of a replay is a local one. */
const FOR_BROWSERS = new Set(['content-security-policy', 'x-content-type-options']);

/** Compares byte for byte. Undefined if they are equal; truncated parts are not compared. */
export const compareAnswers = (expected: CapsuleAnswer, actual: CapsuleAnswer): AnswerDifference | undefined => {
  if (expected.status !== actual.status)
    return {
      at: 'status',
      expected: withDetail(expected),
      actual: withDetail(actual),
    };
  const names = new Set([...Object.keys(expected.headers), ...Object.keys(actual.headers)]);
  for (const name of [...names].filter((each) => !FOR_BROWSERS.has(each)).sort()) {
    const [wanted, got] = [expected.headers[name], actual.headers[name]];
    if (wanted !== got) return { at: `header ${name}`, expected: wanted ?? '(none)', actual: got ?? '(none)' };
  }
  return compareBodies(expected.body, actual.body);
};

const compareBodies = (expected: CapsuleBody | null, actual: CapsuleBody | null): AnswerDifference | undefined => {
  if (expected?.cut === true) return undefined;
  const wanted = expected === null ? Buffer.alloc(0) : fromCapsuleBody(expected);
  const got = actual === null ? Buffer.alloc(0) : fromCapsuleBody(actual);
  if (wanted.equals(got)) return undefined;
  let place = 0;
  while (place < wanted.length && wanted[place] === got[place]) place++;
  return { at: `body at byte ${String(place)}`, expected: excerpt(wanted, place), actual: excerpt(got, place) };
};

const excerpt = (bytes: Buffer, place: number): string => {
  const [from, to] = [Math.max(0, place - AROUND), place + AROUND];
  return `${from > 0 ? '…' : ''}${bytes.subarray(from, to).toString('utf8')}${to < bytes.length ? '…' : ''}`;
};

const withDetail = ({ status, body }: CapsuleAnswer): string => {
  const text = body === null ? '' : fromCapsuleBody(body).toString('utf8');
  return text === '' ? String(status) : `${String(status)} ${text.slice(0, 4 * AROUND)}`;
};
