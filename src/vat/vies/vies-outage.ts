import { defineCollection } from '../../engine/sandbox/collection.ts';
import type { Reading, UnitOfWork } from '../../engine/sandbox/unit-of-work.ts';
import type { ViesAnswer } from './vies-answer.ts';

/** VIES, or the service of one member state behind it, does not answer. */
export interface ViesOutage {
  /** Prefix of the VAT numbers that it is about (EL, XI); all of them when left out. */
  readonly country?: string;
  /** Milliseconds since the epoch; until it is ended when left out. */
  readonly until?: number;
}

/** How VIES stands for a sandbox: one document, because it is asked for at every check. */
interface ViesService {
  readonly outages: readonly ViesOutage[];
}

const viesServices = defineCollection<ViesService>('vies-service', () => 'vies');

const readService = (work: Reading): Promise<ViesService | undefined> => work.get(viesServices, 'vies');

const writeOutages = async (
  work: UnitOfWork,
  change: (outages: readonly ViesOutage[]) => readonly ViesOutage[],
): Promise<void> => {
  const service = await readService(work);
  const changed = { outages: change(service?.outages ?? []) };
  if (service === undefined) await work.insert(viesServices, () => changed);
  else await work.update(viesServices, service, changed);
};

/** From now on VIES does not answer. An outage of the same country takes the place of the former one. */
export const setViesOutage = (work: UnitOfWork, outage: ViesOutage = {}): Promise<void> =>
  writeOutages(work, (outages) => [...outages.filter(({ country }) => country !== outage.country), outage]);

/** VIES answers again: for one country, or for all. Checks that wait are repeated at their own time. */
export const endViesOutage = (work: UnitOfWork, country?: string): Promise<void> =>
  writeOutages(work, (outages) =>
    country === undefined ? [] : outages.filter((outage) => outage.country !== country),
  );

/** What VIES answers instead, while it is down for a number; undefined while it is not. */
export const answerOfOutage = async (work: Reading, vatNumber: string): Promise<ViesAnswer | undefined> => {
  const { outages = [] } = (await readService(work)) ?? {};
  const outage = outages.find(
    ({ country, until = Infinity }) => until > work.now && (country === undefined || vatNumber.startsWith(country)),
  );
  if (outage === undefined) return undefined;
  return {
    kind: 'UNREACHABLE',
    reason:
      outage.country === undefined
        ? 'SERVICE_UNAVAILABLE: VIES is out of service.'
        : "MS_UNAVAILABLE: the member state's service is unavailable.",
  };
};
