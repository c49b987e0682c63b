import { type DescriptionRoute, createDescriptionRoutes } from '../edges/descriptions/description-routes.ts';
import { drawTraceId } from '../kernel/ids.ts';
import { ADMIN_PATH } from './admin-path.ts';
import type { RuntimeContext } from './runtime-context.ts';

/** The bundled API descriptions, as downloads. A third-party one is available from its author. */
export const openDescriptions = ({
  openApi,
  asyncApi,
  adminContract,
  address,
  ids,
  slicedWork,
}: RuntimeContext): readonly DescriptionRoute[] => {
  const traceIds = ids.split('descriptions');
  return createDescriptionRoutes({
    documents: {
      ...(openApi === undefined ? {} : { '/openapi': openApi }),
      ...(asyncApi === undefined ? {} : { '/asyncapi': asyncApi.document }),
      [`${ADMIN_PATH}/openapi`]: adminContract.document,
    },
    problemBase: address.url,
    drawTraceId: () => drawTraceId(traceIds),
    pauses: slicedWork.pauses,
  });
};
