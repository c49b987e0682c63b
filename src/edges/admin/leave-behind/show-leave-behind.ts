import type { MakeLeaveBehind } from '../../../control/leave-behind/leave-behind.ts';
import { composeContent } from '../../../kernel/json-pieces.ts';
import { atOnce } from '../../../kernel/time-slices.ts';
import { defineBehaviours } from '../behaviour/control-behaviour.ts';
import { NOT_STORED } from '../behaviour/usual-outcomes.ts';

/** Depth of a call in the documents: `log` or none, the list, its place. */
const CALL_DEPTH = 3;

/** The calls of a sandbox as a file to take along. */
export const showLeaveBehind = (makeLeaveBehind: MakeLeaveBehind) =>
  defineBehaviours({
    getLeaveBehind: async ({ owner, anySandbox, query: { format }, origin }) => {
      const { fileName, mediaType, content } = await makeLeaveBehind(owner, format, origin);
      const inSlices = anySandbox?.inSlices ?? atOnce;
      return {
        status: 200,
        headers: { ...NOT_STORED, 'content-disposition': `attachment; filename="${fileName}"` },
        content:
          typeof content === 'string'
            ? { mediaType, body: content, byteLength: Buffer.byteLength(content), value: content }
            : await inSlices(composeContent(content, CALL_DEPTH)),
      };
    },
  });
