import { toAmount, toExact } from '../../kit/time.tsx';
import { sandboxNow } from '../../server/clock.ts';

const HOUR = 3_600_000;

/** The time until an instant on the clock of the sandbox, to the second within the last hour. */
export const Countdown = ({ at }: { readonly at: string }) => {
  const due = Date.parse(at);
  const left = due - sandboxNow.value;
  return (
    <time class="countdown" dateTime={at} title={`${toExact(due)} UTC, on the clock of the sandbox`}>
      {left <= 0 ? 'now' : left < HOUR ? `in ${toMinutes(left)}` : `in ${toAmount(left)}`}
    </time>
  );
};

const toMinutes = (left: number): string => {
  const seconds = Math.ceil(left / 1000);
  return `${String(Math.floor(seconds / 60))}:${String(seconds % 60).padStart(2, '0')}`;
};
