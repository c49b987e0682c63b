import type { Assumption } from '../../../src/generated/control-schemas.ts';
import { call } from '../../server/call.ts';
import { type Read, useRead } from '../../server/use-call.ts';


const PAGE = 100;

/** The whole register; switches may differ between sandboxes, so it is read anew by each screen. */
export const useAssumptions = (): Read<readonly Assumption[]> => useRead(readAll, ['assumptions'], ['state']);

const readAll = async (): Promise<readonly Assumption[]> => {
  const all: Assumption[] = [];
  for (let page = 0; ; page++) {
    const { data, pagination } = await call('GET', '/assumptions', { query: { limit: PAGE, page } });
    all.push(...data);
    if (page + 1 >= pagination.totalPages) return all;
  }
};
