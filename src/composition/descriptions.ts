import { type Door, createDescriptionDoors } from '../edges/descriptions/description-doors.ts';
import { drawTraceId } from '../kernel/ids.ts';
import { ADMIN_PATH } from './control-api.ts';
import type { Ground } from './ground.ts';

/** The descriptions that are ours, to be read by others. A foreign one is with whoever wrote it. */
export const openDescriptions = ({ openApi, asyncApi, adminContract, address, random }: Ground): readonly Door[] => {
  const traceIds = random.split('descriptions');
  return createDescriptionDoors({
    documents: {
      ...(openApi === undefined ? {} : { '/openapi': openApi }),
      ...(asyncApi === undefined ? {} : { '/asyncapi': asyncApi.document }),
      [`${ADMIN_PATH}/openapi`]: adminContract.document,
    },
    problemBase: address.url,
    drawTraceId: () => drawTraceId(traceIds),
  });
};
