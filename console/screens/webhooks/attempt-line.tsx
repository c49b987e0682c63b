import { toAmount, toExact } from '../../kit/time.tsx';
import { sandboxNow } from '../../server/clock.ts';
import type { DeliveryTry, WholeDelivery } from './types.ts';

const HOUR = 3_600_000;
/** The span of all retries. */
const SPAN = 72 * HOUR;
const MARKS = [0, 12, 24, 36, 48, 60, 72];

/** The attempts to scale over 72 hours; the line of now moves with the clock of the sandbox. */
export const AttemptLine = ({ delivery }: { readonly delivery: WholeDelivery }) => {
  const start = Date.parse(delivery.createdAt);
  const toX = (at: number): string => `${String(2 + 96 * Math.max(0, Math.min(1, (at - start) / SPAN)))}%`;
  const now = sandboxNow.value;
  const points = toPoints(delivery.tries, start);
  const due = delivery.dueAt === null ? undefined : Date.parse(delivery.dueAt);
  const isNowInside = now >= start && now <= start + SPAN;
  return (
    <figure class="attempt-line">
      <svg role="img" aria-label={toWords(delivery)} height="64" width="100%">
        <line class="attempt-axis" x1="2%" x2="98%" y1="32" y2="32" />
        {isNowInside && <line class="attempt-past" x1="2%" x2={toX(now)} y1="32" y2="32" />}
        {MARKS.map((hours) => (
          <g key={hours}>
            <line class="attempt-mark" x1={toX(start + hours * HOUR)} x2={toX(start + hours * HOUR)} y1="28" y2="36" />
            <text class="attempt-hour" x={toX(start + hours * HOUR)} y="58" text-anchor="middle">
              {hours === 0 ? '0' : `${String(hours)} h`}
            </text>
          </g>
        ))}
        {isNowInside && (
          <g>
            <line class="attempt-now" x1={toX(now)} x2={toX(now)} y1="14" y2="44" />
            <text class="attempt-now-text" x={toX(now)} y="10" text-anchor={now - start > SPAN / 2 ? 'end' : 'start'}>
              now
            </text>
          </g>
        )}
        {due !== undefined && (
          <circle class="attempt-due" cx={toX(due)} cy="32" r="6">
            <title>{`Next attempt ${toExact(due)} UTC`}</title>
          </circle>
        )}
        {points.map(({ key, at, isGood, number, count }) => (
          <g key={key}>
            <circle class={isGood ? 'attempt-good' : 'attempt-bad'} cx={toX(at)} cy="32" r="8">
              <title>{`Attempt ${number}, ${toExact(at)} UTC`}</title>
            </circle>
            <text class="attempt-number" x={toX(at)} y="36" text-anchor="middle">
              {count > 1 ? `×${String(count)}` : number}
            </text>
          </g>
        ))}
      </svg>
      <figcaption class="tiny muted">
        Hours since the event. At most ten attempts within 72 hours; hollow: the next one.
      </figcaption>
    </figure>
  );
};

interface Point {
  readonly key: string;
  readonly at: number;
  readonly isGood: boolean;
  readonly number: string;
  readonly count: number;
}

/** Attempts too close to be told apart are one point. */
const toPoints = (tries: readonly DeliveryTry[], start: number): readonly Point[] => {
  const points: Point[] = [];
  for (const [index, made] of tries.entries()) {
    const at = Date.parse(made.at);
    const last = points.at(-1);
    const isGood = isSuccess(made);
    if (last !== undefined && at - last.at < SPAN / 60) {
      points[points.length - 1] = { ...last, isGood: last.isGood || isGood, count: last.count + 1 };
    } else
      points.push({ key: `${String(at - start)}-${String(index)}`, at, isGood, number: String(index + 1), count: 1 });
  }
  return points;
};

export const isSuccess = ({ httpStatus }: DeliveryTry): boolean =>
  httpStatus !== null && httpStatus >= 200 && httpStatus < 300;

const toWords = ({ tries, dueAt, createdAt }: WholeDelivery): string => {
  const start = Date.parse(createdAt);
  const made = tries.map(
    (each, index) =>
      `attempt ${String(index + 1)} after ${toAmount(Math.max(0, Date.parse(each.at) - start))}, ${isSuccess(each) ? 'accepted' : 'failed'}`,
  );
  const next = dueAt === null ? [] : [`next attempt after ${toAmount(Math.max(0, Date.parse(dueAt) - start))}`];
  return [...made, ...next].join('; ') || 'No attempt yet';
};
