import { defineRecords } from '../../engine/sandbox/collection.ts';
import { type TypeOf, instant, label, list, object } from '../../engine/sandbox/record-schema.ts';
import type { Reading, UnitOfWork } from '../../engine/sandbox/unit-of-work.ts';
import type { ViesAnswer } from '../vies-checks/vies-answer.ts';

/** An outage of VIES, or of the service of one member state behind it. */
const outage = object({
  /** Affected prefix of VAT numbers (EL, XI); default: all. */
  'country?': label,
  /** Default: until it is ended explicitly. */
  'until?': instant,
});

export type ViesOutage = TypeOf<typeof outage>;

/** VIES state of a sandbox: one document, because every check reads it. */
export const viesServices = defineRecords('vies-service', object({ outages: list(outage) }), () => 'vies');

const readService = (work: Reading): { readonly outages: readonly ViesOutage[] } | undefined =>
  work.get(viesServices, 'vies');

const writeOutages = (work: UnitOfWork, change: (outages: readonly ViesOutage[]) => readonly ViesOutage[]): void => {
  const service = readService(work);
  const changed = { outages: change(service?.outages ?? []) };
  if (service === undefined) work.insert(viesServices, () => changed);
  else work.update(viesServices, service, changed);
};

/** The outages that are in progress. */
export const readViesOutages = (work: Reading): readonly ViesOutage[] =>
  (readService(work)?.outages ?? []).filter(({ until = Infinity }) => until > work.now);

/** Starts an outage. It replaces an earlier one of the same country. */
export const setViesOutage = (work: UnitOfWork, outage: ViesOutage = {}): void =>
  writeOutages(work, (outages) => [...outages.filter(({ country }) => country !== outage.country), outage]);

/** Ends the outage of one country, or all. Pending checks are repeated at their scheduled time. */
export const endViesOutage = (work: UnitOfWork, country?: string): void =>
  writeOutages(work, (outages) =>
    country === undefined ? [] : outages.filter((outage) => outage.country !== country),
  );

/** The response of VIES during an outage for a number; undefined if there is none. */
export const answerOfOutage = (work: Reading, vatNumber: string): ViesAnswer | undefined => {
  const { outages = [] } = readService(work) ?? {};
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
