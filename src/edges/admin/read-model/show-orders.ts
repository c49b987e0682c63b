import { showOrder } from '../../../control/read-model/order-detail.ts';
import { listOrders } from '../../../control/read-model/order-list.ts';
import { defineBehaviours } from '../behaviour/control-behaviour.ts';
import { ok } from '../behaviour/usual-outcomes.ts';
import { toListOutcome } from '../parameters/list-page.ts';

const USUAL_LIMIT = 50;

/** The orders of a sandbox as a console shows them; `adminPath` is the base path of the control API. */
export const showOrders = (adminPath: string) => {
  const paths = {
    document: (uuid: string, documentId: string) => `${adminPath}/orders/${uuid}/documents/${documentId}`,
    exportFile: (uuid: string) => `${adminPath}/orders/${uuid}/export-file`,
  };
  return defineBehaviours({
    listOrders: async ({ sandbox, owner, query }) => {
      const { limit = USUAL_LIMIT, page = 0, ...filters } = query;
      const { shown, total, counts } = await listOrders({ sandbox, sellers: owner.sellers }, filters, { page, limit });
      const { status, body } = toListOutcome(shown, { page, limit }, total);
      return { status, body: { ...body, counts } };
    },
    showOrder: async ({ sandbox, owner, path: { uuid } }) =>
      ok(await showOrder({ sandbox, sellers: owner.sellers, paths }, uuid)),
  });
};
