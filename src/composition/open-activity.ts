import { CHANNEL_LIMITS, createActivityChannels } from '../control/activity/activity-channels.ts';
import { connectActivity } from '../control/activity/activity-source.ts';
import { type FollowActivity, createFollowActivity } from '../control/activity/follow-activity.ts';
import { createShowActivity } from '../control/activity/show-activity.ts';
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
  const { expectations, changes, clientWatch } = observers;
  const { journal, redactor, watches } = clientWatch;
  const sources = {
    journal,
    changes,
    watches,
    expectations,
    shows,
    time,
    wall: clock,
    after,
    maxAttempts: MOST_ATTEMPTS,
  };
  const channels = createActivityChannels({
    connect: (organization, sink) => connectActivity(organization, sources, sink),
    show: createShowActivity(redactor),
    prefix: persistence.replication?.replica.id.slice(0, 8) ?? '',
    clock,
    after,
    limits: { ...CHANNEL_LIMITS, allSize: Math.min(CHANNEL_LIMITS.allSize, memory.shares.streams) },
  });
  return createFollowActivity({ journal, redactor, channels, after, places });
};
