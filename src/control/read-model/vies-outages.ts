import { visitAll } from '../../engine/sandbox/visit-all.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { buyers } from '../../vat/buyers/buyer.ts';
import { VIES_PREFIXES } from '../../vat/vat-numbers/vat-number.ts';
import { type ViesOutage, readViesOutages } from '../../vat/vies/vies-check.ts';
import { simulate } from '../scenarios/simulate.ts';

/** The state of VIES, country by country, with the buyers that an outage affects. */
export const listViesOutages = (sandbox: Sandbox) =>
  sandbox.read(async (reading) => {
    const outages = readViesOutages(reading);
    const counts = new Map<string, number>();
    await visitAll(reading, buyers, {}, ({ vatNumber }) => {
      const country = vatNumber.slice(0, 2);
      counts.set(country, (counts.get(country) ?? 0) + 1);
    });
    const outageOf = (wanted: string | undefined) => toShown(outages.find(({ country }) => country === wanted));
    return {
      all: outageOf(undefined),
      data: VIES_PREFIXES.map((country) => ({ country, ...outageOf(country), buyers: counts.get(country) ?? 0 })),
    };
  });

const toShown = (outage: ViesOutage | undefined) => ({
  down: outage !== undefined,
  until: outage?.until === undefined ? null : toIsoDateTime(outage.until),
});

/** Begins or ends an outage with the simulators, which check the target. */
export const switchVies = async (
  sandbox: Sandbox,
  country: string,
  { down, duration }: { readonly down: boolean; readonly duration?: string },
): Promise<void> => {
  const target = country === 'all' ? {} : { country };
  if (down) await simulate(sandbox, 'vies_outage', { ...target, ...(duration === undefined ? {} : { duration }) });
  else await simulate(sandbox, 'vies_recovery', target);
};
