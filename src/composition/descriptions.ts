import { type Door, createDescriptionRoutes } from '../edges/descriptions/description-routes.ts';
import { drawTraceId } from '../kernel/ids.ts';
import { ADMIN_PATH } from './control-api.ts';
import type { RuntimeContext } from './runtime-context.ts';

/** The descriptions that are ours, to be read by others. A foreign one is with whoever wrote it. */
export const openDescriptions = ({
  openApi,
  asyncApi,
  adminContract,
  address,
  random,
}: RuntimeContext): readonly Door[] => {
  const traceIds = random.split('descriptions');
  return createDescriptionRoutes({
    documents: {
      ...(openApi === undefined ? {} : { '/openapi': openApi }),
      ...(asyncApi === undefined ? {} : { '/asyncapi': asyncApi.document }),
      [`${ADMIN_PATH}/openapi`]: adminContract.document,
    },
    problemBase: address.url,
    drawTraceId: () => drawTraceId(traceIds),
  });
};
