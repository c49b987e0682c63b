import { connectActivity } from '../control/activity/activity-source.ts';
import { type FollowActivity, STREAM_LIMITS, createFollowActivity } from '../control/activity/follow-activity.ts';
import { MOST_ATTEMPTS } from '../vat/policy/delivery-policy.ts';
import type { ControlParts } from './control-parts.ts';
import type { RuntimeContext } from './runtime-context.ts';

export const openActivity = (
  { clock, after, memory }: RuntimeContext,
  {
    observers,
    shows,
    time,
    persistence,
    places,
  }: Pick<ControlParts, 'observers' | 'shows' | 'time' | 'persistence' | 'places'>,
): FollowActivity => {
  const { expectations, changes, journal, redactor, watches } = observers;
  const sources = {
    ...{ journal, changes, watches, expectations, shows, time, after },
    wall: clock,
    maxAttempts: MOST_ATTEMPTS,
  };
  return createFollowActivity({
    connect: (organization, sink) => connectActivity(organization, sources, sink),
    redactor,
    prefix: persistence.replication?.replica.id.slice(0, 8) ?? '',
    clock,
    after,
    limits: { ...STREAM_LIMITS, allSize: Math.min(STREAM_LIMITS.allSize, memory.shares.streams) },
    places,
  });
};
