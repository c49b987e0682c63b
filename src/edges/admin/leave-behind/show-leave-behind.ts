import type { MakeLeaveBehind } from '../../../control/leave-behind/leave-behind.ts';
import type { RecordedRequests } from '../../../control/observation/recorded-requests.ts';
import type { Exports } from '../../../engine/sandbox/sliced-work.ts';
import { defineBehaviours } from '../behaviour/control-behaviour.ts';
import { NOT_STORED } from '../behaviour/usual-outcomes.ts';

/** The calls of a sandbox as a file to take along. */
export const showLeaveBehind = (
  makeLeaveBehind: MakeLeaveBehind,
  { requests, exports }: { readonly requests: Pick<RecordedRequests, 'weightOf'>; readonly exports: Exports },
) =>
  defineBehaviours({
    getLeaveBehind: async ({ owner, anySandbox: sandbox, query: { format }, origin }) => {
      const write = () => makeLeaveBehind({ owner, sandbox, origin }, format);
      const { fileName, content } = await exports.hold(owner.sandbox, write, requests.weightOf(owner.uuid));
      return {
        status: 200,
        headers: { ...NOT_STORED, 'content-disposition': `attachment; filename="${fileName}"` },
        content,
      };
    },
  });
