import { key } from '../../engine/sandbox/collection.ts';
import { readWhole } from '../../engine/sandbox/read-whole.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import type { Page, Reading } from '../../engine/sandbox/unit-of-work.ts';
import { type BuyerRecord, buyers } from '../../vat/buyers/buyer.ts';
import type { CallerSeller } from '../../vat/policy/own-members.ts';
import { summarizeBuyer } from '../../vat/read-model/summarize-buyer.ts';
import { readJobsOfBuyers } from './due-jobs-of-buyers.ts';
import { readOrdersOfBuyers } from './orders-of-buyers.ts';

interface BuyerFilters {
  readonly q?: string;
  readonly seller?: string;
}

interface Wanted {
  readonly page: number;
  readonly limit: number;
}

/** The buyers of a sandbox, newest first. */
export const listBuyers = (
  { sandbox, sellers }: { readonly sandbox: Sandbox; readonly sellers: readonly CallerSeller[] },
  filters: BuyerFilters,
  wanted: Wanted,
) =>
  sandbox.read(async (reading) => {
    const { values, total } = await findBuyers(reading, filters, wanted);
    const uuids = new Set(values.map(({ uuid }) => uuid));
    const jobs = await readJobsOfBuyers(reading, uuids);
    const orders = await readOrdersOfBuyers(reading, uuids);
    const shown = values.map((buyer) =>
      summarizeBuyer({ buyer, orders: orders.get(buyer.uuid) ?? [], sellers, nextJob: jobs.get(buyer.uuid)?.[0] }),
    );
    return { shown, total };
  });

const findBuyers = async (
  reading: Reading,
  { q, seller }: BuyerFilters,
  { page, limit }: Wanted,
): Promise<Page<BuyerRecord>> => {
  const keys = seller === undefined ? [] : [key('seller', seller.toLowerCase())];
  if (q === undefined) return reading.page(buyers, { keys, descending: true, page, size: limit });
  const text = q.toLowerCase();
  const found = (await readWhole(reading, buyers, { keys, descending: true })).filter(
    ({ uuid, companyName, vatNumber }) =>
      [uuid, companyName, vatNumber].some((value) => value.toLowerCase().includes(text)),
  );
  return { values: found.slice(page * limit, (page + 1) * limit), total: found.length };
};
