import { postOrder } from '../tenant/post-order.ts';
import type { Place } from './kind.ts';

/** An order of the tenant; its uuid. */
export const createOrderOf = async (place: Omit<Place, 'order'>, name: string): Promise<string> => {
  const { text } = await postOrder(place, place.tenant, name);
  return (JSON.parse(text) as { uuid: string }).uuid;
};
