import { sandboxNow, wallNow } from '../server/clock.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "in 3 h", "2 d ago", "now": one unit, so that times below or beside each other read alike. */
const toRelative = (at: number, now: number): string => {
  const distance = at - now;
  const size = Math.abs(distance);
  if (size < 2 * SECOND) return 'now';
  const amount = toAmount(size).split(' ', 2).join(' ');
  return distance > 0 ? `in ${amount}` : `${amount} ago`;
};

/** "45 s", "12 min", "3 h 20 min", "2 d 4 h". */
export const toAmount = (size: number): string => {
  if (size < MINUTE) return `${String(Math.floor(size / SECOND))} s`;
  if (size < HOUR) return `${String(Math.floor(size / MINUTE))} min`;
  if (size < DAY) return two(size, HOUR, 'h', MINUTE, 'min');
  return two(size, DAY, 'd', HOUR, 'h');
};

const two = (size: number, large: number, largeName: string, small: number, smallName: string): string => {
  const rest = Math.floor((size % large) / small);
  return `${String(Math.floor(size / large))} ${largeName}${rest === 0 ? '' : ` ${String(rest)} ${smallName}`}`;
};

const DATE = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const EXACT = new Intl.DateTimeFormat('en-GB', {
  ...{ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
  ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', timeZone: 'UTC' },
});

/** "20 Nov 2026". All times of the console are UTC, as in the API. */
export const toDate = (at: number): string => DATE.format(at);

/** "Fri, 20 Nov 2026, 09:14:03". */
export const toExact = (at: number): string => EXACT.format(at);

/** "09:14:03", or "09:14:03.120". */
export const toTimeOfDay = (at: number, isExact = false): string =>
  new Date(at).toISOString().slice(11, isExact ? 23 : 19);

/** A time relative to now, with the exact one on hover. */
export const Time = ({ at, on = 'sandbox' }: { readonly at: string; readonly on?: 'sandbox' | 'wall' }) => {
  const instant = Date.parse(at);
  if (Number.isNaN(instant)) return <span>{at}</span>;
  const now = on === 'sandbox' ? sandboxNow.value : wallNow.value;
  return (
    <time
      class="time"
      dateTime={at}
      title={`${toExact(instant)} UTC${on === 'sandbox' ? ', on the clock of the sandbox' : ''}`}
    >
      {toRelative(instant, now)}
    </time>
  );
};
