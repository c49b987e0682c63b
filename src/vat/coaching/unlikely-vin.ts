import type { Detector, Seen } from '../../engine/coaching/detector.ts';
import type { Rule } from '../../engine/coaching/finding.ts';

const RULE: Rule = {
  id: 'unlikely-vin',
  title: 'Sends VINs with I, O or Q',
  quote: 'exactly 17 characters',
  assumptions: ['vin-characters'],
  seenBy: 'a VIN with I, O or Q, in a new order or in a search',
  remedy:
    'Look for misread letters: ISO 3779 excludes I, O and Q from VINs because they look like 1 and 0. The stub accepts them; the API description does not say whether the real service does.',
};

const UNLIKELY = /[IOQ]/i;

/** The VINs of a request: in the body of an order, and in a search. */
const vinsIn = ({ query, operation }: Seen, json: unknown): readonly string[] => {
  if (operation?.id === 'findOrders') return new URLSearchParams(query).getAll('vin');
  if (operation?.id !== 'createOrder') return [];
  const vins: unknown = (json as { readonly vins?: unknown } | undefined)?.vins;
  if (!Array.isArray(vins)) return [];
  return vins.map((item: { readonly vin?: unknown } | null) => item?.vin).filter((vin) => typeof vin === 'string');
};

/** VINs with any letters are accepted; these are most likely typing errors. Assumption: vin-characters. */
export const unlikelyVin: Detector = {
  rule: RULE,
  start: () => (seen, json) => {
    if (seen.status >= 400) return undefined;
    const unlikely = vinsIn(seen, json).filter((vin) => UNLIKELY.test(vin));
    const [first] = unlikely;
    if (first === undefined) return undefined;
    return {
      rule: RULE,
      clientId: seen.caller?.clientId,
      subject: seen.operation?.id ?? seen.path,
      detail: `VIN ${unlikely.slice(0, 5).join(', ')} was taken with ${seen.method} ${seen.path}.`,
      requests: [seen.id],
      certain: false,
    };
  },
};
