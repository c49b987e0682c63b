import { isSkipped } from '../../src/commands/capsule/played-call.ts';
import { replayCapsule as replay } from '../../src/commands/capsule/replay-capsule.ts';
import type { Capsule } from '../../src/engine/capsule/capsule.ts';

/** How many calls were compared, which were not, and the first difference. */
export const replayCapsule = async (capsule: Capsule) => {
  const { calls, remarks } = await replay(capsule);
  const skipped = calls.filter(isSkipped);
  const last = calls.at(-1);
  const [found] = last?.differences ?? [];
  return {
    played: calls.length - skipped.length,
    skipped: skipped.map(({ call, request, skipped: reason }) => ({ number: call, request, reason })),
    remarks,
    difference: found && {
      ...{ number: last?.call, request: last?.request },
      found: { at: found.at, expected: found.recorded, actual: found.now },
    },
  };
};
