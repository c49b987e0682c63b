import { call } from '../../server/call.ts';
import { clockWas } from '../../server/clock.ts';
import { showToast } from '../../kit/toast.tsx';
import { toExact } from '../../kit/time.tsx';
import type { components } from '../../../src/generated/admin-types.ts';

type ClockChange = components['schemas']['ClockChange'];

/** Says what happened on the way. */
const report = ({ now, frozen, offset, fired, complete }: ClockChange): void => {
  clockWas({ now, frozen, offset });
  const events = fired.flatMap((job) => job.events);
  const done =
    fired.length === 0 ? 'nothing was due' : `${String(fired.length)} ${fired.length === 1 ? 'job' : 'jobs'} ran`;
  const told = events.length === 0 ? '' : `: ${[...new Set(events)].slice(0, 3).join(', ')}`;
  const left = complete ? '' : '. More is due: move on once more';
  showToast(`${toExact(Date.parse(now))}: ${done}${told}${left}`);
};

/** An ISO 8601 duration, such as `PT1H`. */
export const advanceBy = async (by: string): Promise<void> =>
  report(await call('POST', '/clock/advance', { body: { by } }));

export const advanceTo = async (to: string): Promise<void> =>
  report(await call('POST', '/clock/advance', { body: { to } }));

export const freeze = async (): Promise<void> => {
  const { now, frozen, offset } = await call('POST', '/clock/freeze');
  clockWas({ now, frozen, offset });
};

export const resume = async (): Promise<void> => {
  const { now, frozen, offset } = await call('POST', '/clock/resume');
  clockWas({ now, frozen, offset });
};
