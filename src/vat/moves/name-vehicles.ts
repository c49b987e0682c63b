import type { VinRecord } from '../orders/order.ts';

/** Some vehicles of an order in a title: by VIN if there is one, else by number. */
export const nameVehicles = (chosen: readonly VinRecord[], all: number): string => {
  const [first] = chosen;
  if (first !== undefined && chosen.length === 1) return first.vin;
  return chosen.length === all ? `all ${String(all)} vehicles` : `${String(chosen.length)} of ${String(all)} vehicles`;
};
