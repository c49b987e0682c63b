import type { OrderSummary } from '../../generated/control-schemas.ts';
import { RemoteError } from './remote-error.ts';
import type { ServerAccess } from './server-access.ts';

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Longest text that the list of orders is searched for. */
const LONGEST_SEARCH = 200;

/** UUID of the order that a user names by it, or by its externalOrderId. */
export const findOrder = async (server: ServerAccess, wanted: string): Promise<string> => {
  if (UUID.test(wanted)) return wanted;
  const query = { q: wanted.slice(0, LONGEST_SEARCH), limit: '100' };
  const { data } = (await server.json('GET', '/records/orders', { query })) as {
    readonly data: readonly OrderSummary[];
  };
  const found = data.filter(({ externalOrderId }) => externalOrderId === wanted);
  const [first, ...others] = found;
  if (first === undefined)
    throw new RemoteError(
      `there is no order "${wanted}" at ${server.url}: name its UUID or its externalOrderId, and the sandbox with --sandbox if it is not the first`,
    );
  if (others.length > 0)
    throw new RemoteError(
      `several sellers have an order "${wanted}": name its UUID, one of ${found.map(({ uuid }) => uuid).join(', ')}`,
    );
  return first.uuid;
};
