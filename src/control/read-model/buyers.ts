import type { BuyerDetail } from '../../generated/control-schemas.ts';
import { key } from '../../engine/sandbox/collection.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import type { Page, Reading } from '../../engine/sandbox/unit-of-work.ts';
import { type BuyerRecord, buyers } from '../../vat/buyers/buyer.ts';
import type { CallerSeller } from '../../vat/policy/own-members.ts';
import { detailBuyer, summarizeBuyer } from './buyer-view.ts';
import { readJobsOfBuyers } from './jobs.ts';
import { problem } from '../../engine/problems/problem.ts';
import { kycVerifications } from '../../vat/kyc/kyc-verification.ts';
import { READ_MODEL_LIMITS } from './limits.ts';
import { type ViesOutage, readViesOutages, viesChecks } from '../../vat/vies/vies-check.ts';
import { readFiredJobs } from './order-timeline.ts';
import { readWhole, visitAll } from '../../engine/sandbox/visit-all.ts';
import { getOrInsert } from '../../kernel/get-or-insert.ts';
import { type OrderRecord, orders } from '../../vat/orders/order.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { VIES_PREFIXES } from '../../vat/vat-numbers/vat-number.ts';

/** Where records are shown: a sandbox, and the sellers of its organization, for their names. */
export interface Place {
  readonly sandbox: Sandbox;
  readonly sellers: readonly CallerSeller[];
}

interface BuyerFilters {
  readonly page: number;
  readonly limit: number;
  readonly q?: string;
  readonly seller?: string;
}

/** The buyers of a sandbox, newest first. */
export const listBuyers = ({ sandbox, sellers }: Place, filters: BuyerFilters) =>
  sandbox.read(async (reading) => {
    const { values, total } = await findBuyers(reading, filters);
    const uuids = new Set(values.map(({ uuid }) => uuid));
    const jobs = await readJobsOfBuyers(reading, uuids);
    const orders = await readOrdersOfBuyers(reading, uuids);
    const shown = values.map((buyer) =>
      summarizeBuyer({ buyer, orders: orders.get(buyer.uuid) ?? [], sellers, nextJob: jobs.get(buyer.uuid)?.[0] }),
    );
    return { shown, total };
  });

const findBuyers = async (reading: Reading, { q, seller, page, limit }: BuyerFilters): Promise<Page<BuyerRecord>> => {
  const keys = seller === undefined ? [] : [key('seller', seller.toLowerCase())];
  if (q === undefined) return reading.page(buyers, { keys, descending: true, page, size: limit });
  const text = q.toLowerCase();
  const found = (await readWhole(reading, buyers, { keys, descending: true })).filter(
    ({ uuid, companyName, vatNumber }) =>
      [uuid, companyName, vatNumber].some((value) => value.toLowerCase().includes(text)),
  );
  return { values: found.slice(page * limit, (page + 1) * limit), total: found.length };
};

/** A buyer with its history. Throws 404. */
export const showBuyer = ({ sandbox, sellers }: Place, wanted: string) =>
  sandbox.read(async (reading): Promise<BuyerDetail> => {
    const buyer = reading.get(buyers, wanted.toLowerCase());
    if (buyer === undefined)
      throw problem('not-found', {
        detail: `The sandbox has no buyer ${wanted}; GET /__admin/records/buyers lists its buyers.`,
      });
    const { uuid } = buyer;
    const jobs = (await readJobsOfBuyers(reading, new Set([uuid]))).get(uuid) ?? [];
    const orders = (await readOrdersOfBuyers(reading, new Set([uuid]))).get(uuid) ?? [];
    const checks = reading.findAll(viesChecks, key('buyer', uuid));
    const fired = await readFiredJobs(reading, uuid);
    const sessions = reading.findAll(kycVerifications, key('buyer', uuid));
    return {
      ...summarizeBuyer({ buyer, orders, sellers, nextJob: jobs[0] }),
      ...detailBuyer(buyer, { checks, sessions }),
      jobs,
      firedJobs: fired.slice(-READ_MODEL_LIMITS.timeline).toReversed(),
      firedJobCount: fired.length,
    };
  });

/** The orders of some buyers, oldest first, by UUID of the buyer. */
const readOrdersOfBuyers = async (
  reading: Reading,
  wanted: ReadonlySet<string>,
): Promise<ReadonlyMap<string, readonly OrderRecord[]>> => {
  const found = new Map<string, OrderRecord[]>();
  if (wanted.size === 0) return found;
  await visitAll(reading, orders, {}, (order) => {
    if (wanted.has(order.buyerId)) getOrInsert(found, order.buyerId, (): OrderRecord[] => []).push(order);
  });
  return found;
};

/** The state of VIES, country by country, with the buyers that an outage affects. */
export const listViesOutages = (sandbox: Sandbox) =>
  sandbox.read(async (reading) => {
    const outages = readViesOutages(reading);
    const counts = new Map<string, number>();
    await visitAll(reading, buyers, {}, ({ vatNumber }) => {
      const country = vatNumber.slice(0, 2);
      counts.set(country, (counts.get(country) ?? 0) + 1);
    });
    const outageOf = (wanted: string | undefined) => toOutage(outages.find(({ country }) => country === wanted));
    return {
      all: outageOf(undefined),
      data: VIES_PREFIXES.map((country) => ({ country, ...outageOf(country), buyers: counts.get(country) ?? 0 })),
    };
  });

const toOutage = (outage: ViesOutage | undefined) => ({
  down: outage !== undefined,
  until: outage?.until === undefined ? null : toIsoDateTime(outage.until),
});
