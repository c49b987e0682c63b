import { Icon } from '../../kit/icon.tsx';
import { toDate, toTimeOfDay } from '../../kit/time.tsx';
import { clock, sandboxNow } from '../../server/clock.ts';

/** The clock of the sandbox, always in sight. */
export const ClockButton = () => {
  const now = sandboxNow.value;
  if (clock.value === undefined) return <span class="clock-button" />;
  return (
    <button type="button" class="clock-button">
      <Icon name="clock" />
      <span class="clock-date">{toDate(now)}</span>
      <span class="clock-time">{toTimeOfDay(now)}</span>
    </button>
  );
};
