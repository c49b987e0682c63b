import type { MakeLeaveBehind } from '../../../control/leave-behind/leave-behind.ts';
import { defineBehaviours } from '../behaviour/control-behaviour.ts';
import { NOT_STORED } from '../behaviour/usual-outcomes.ts';

/** The calls of a sandbox as a file to take along. */
export const showLeaveBehind = (makeLeaveBehind: MakeLeaveBehind) =>
  defineBehaviours({
    getLeaveBehind: async ({ owner, anySandbox: sandbox, query: { format }, origin }) => {
      const { fileName, content } = await makeLeaveBehind({ owner, sandbox, origin }, format);
      return {
        status: 200,
        headers: { ...NOT_STORED, 'content-disposition': `attachment; filename="${fileName}"` },
        content,
      };
    },
  });
