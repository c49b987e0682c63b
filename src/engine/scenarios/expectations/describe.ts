import { type Condition, shown } from '../../matching/condition.ts';
import type { Expectation } from '../../../generated/scenario-file.ts';

interface Bounds {
  readonly lower: number;
  readonly upper: number;
}

/** For example `createThing (answered 201) at least 2 times, all with the same Idempotency-Key, within PT3H`. */
export const describeExpectation = (
  { request, event, data = {}, answered, sameIdempotencyKey, afterRetryAfter, within }: Expectation,
  conditions: readonly Condition[],
  bounds: Bounds,
): string => {
  const subject = event === undefined ? (request === '*' ? 'any request' : String(request)) : `event ${event}`;
  const narrower = [
    ...conditions.map(({ label, expected }) => `${label} ${expected}`),
    ...Object.entries(data).map(([name, value]) => `data ${name} equals ${shown(value)}`),
    ...(answered === undefined ? [] : [`answered ${String(answered)}`]),
  ];
  return [
    `${subject}${narrower.length === 0 ? '' : ` (${narrower.join('; ')})`} ${describeBounds(bounds)}`,
    ...(sameIdempotencyKey === true ? ['all with the same Idempotency-Key'] : []),
    ...(afterRetryAfter === true ? ['none before Retry-After has elapsed'] : []),
    ...(within === undefined ? [] : [`within ${within}`]),
  ].join(', ');
};

const describeBounds = ({ lower, upper }: Bounds): string => {
  if (upper === 0) return 'never';
  if (lower === upper) return `exactly ${toTimes(lower)}`;
  if (upper === Infinity) return `at least ${toTimes(lower)}`;
  return lower === 0 ? `at most ${toTimes(upper)}` : `${String(lower)} to ${String(upper)} times`;
};

const toTimes = (count: number): string => {
  if (count === 1) return 'once';
  return count === 2 ? 'twice' : `${String(count)} times`;
};

/** For example `received twice`, `never emitted`. */
export const describeCount = (count: number, about: 'requests' | 'events'): string => {
  const verb = about === 'requests' ? 'received' : 'emitted';
  return count === 0 ? `never ${verb}` : `${verb} ${toTimes(count)}`;
};
