import { fromBytesForm } from '../../kernel/bytes-form.ts';
import type { CapsuleAnswer } from './capsule.ts';
import type { AnswerDifference } from './compare-answers.ts';

/** Number of characters shown around the difference. */
const AROUND = 60;

/**
 * Headers that are of the server, not of the call: a hosted server adds some for browsers, and the ids of an exchange are given to
 * the replay, but not outside the API.
 */
const NOT_COMPARED = new Set([
  ...['content-security-policy', 'x-content-type-options', 'x-mock-request-id', 'x-trace-id'],
]);

/** Compares byte for byte: the first difference, if any. What was not kept of a body is not compared. */
export const compareExactly = (recorded: CapsuleAnswer, now: CapsuleAnswer): readonly AnswerDifference[] => {
  const tell = (at: string, had: string, has: string) => [{ at, recorded: had, now: has, assumptions: [] }];
  const [wanted, got] = [bytesOf(recorded), bytesOf(now)];
  if (recorded.status !== now.status)
    return tell(
      'status',
      `${String(recorded.status)} ${excerpt(wanted, 0)}`,
      `${String(now.status)} ${excerpt(got, 0)}`,
    );
  const names = Object.keys({ ...recorded.headers, ...now.headers }).sort();
  const name = names.find((each) => !NOT_COMPARED.has(each) && recorded.headers[each] !== now.headers[each]);
  if (name !== undefined)
    return tell(`header ${name}`, recorded.headers[name] ?? '(none)', now.headers[name] ?? '(none)');
  if (recorded.body?.cut === true || wanted.equals(got)) return [];
  let place = 0;
  while (place < wanted.length && wanted[place] === got[place]) place++;
  return tell(`body at byte ${String(place)}`, excerpt(wanted, place), excerpt(got, place));
};

const bytesOf = ({ body }: CapsuleAnswer): Buffer => fromBytesForm(body ?? { text: '' });

const excerpt = (bytes: Buffer, place: number): string => {
  const [from, to] = [Math.max(0, place - AROUND), place + 4 * AROUND];
  return `${from > 0 ? '…' : ''}${bytes.subarray(from, to).toString('utf8')}${to < bytes.length ? '…' : ''}`;
};
