import type { Detector, Seen } from '../../engine/coaching/detector.ts';
import type { Rule } from '../../engine/coaching/finding.ts';
import { createRecent } from '../../engine/coaching/recent.ts';
import { textOf } from '../../engine/journal/journal-entry.ts';

const RULE: Rule = {
  id: 'vat-left-off',
  title: 'Omits VAT from the final invoice',
  quote: 'VAT must be applied on the final invoice',
  assumptions: [],
  seenBy: 'a final invoice with vatIncluded: false for an order whose decision the client has read as VAT_APPLICABLE',
  remedy:
    'Read `decision`, not only `status`: `VAT_APPLICABLE` means that VAT is due even if the order is valid. Issue the final invoice with VAT, and do not promise an exemption before the decision.',
};

const MOST_ORDERS = 500;

/** A member of a response body, if it is readable JSON. */
const memberOf = ({ sent }: Seen, name: string): unknown => {
  if (sent === undefined || sent.isCut) return undefined;
  try {
    return (JSON.parse(textOf(sent)) as Readonly<Record<string, unknown>> | null)?.[name];
  } catch {
    return undefined;
  }
};

/** The invoice contradicts a verdict that the client has read. */
export const vatLeftOff: Detector = {
  rule: RULE,
  start: () => {
    /** Exchanges in which the client learnt that VAT applies, by order. */
    const learnt = createRecent<string>(MOST_ORDERS);
    return (seen, json) => {
      const { operation, caller, pathParameters, status, id, path } = seen;
      const isRead = operation?.id === 'getOrderCompliance';
      if (!isRead && operation?.id !== 'submitInvoice') return undefined;
      const order = pathParameters?.['uuid']?.toLowerCase();
      if (order === undefined || status >= 300) return undefined;
      if (isRead) {
        if (memberOf(seen, 'decision') === 'VAT_APPLICABLE') learnt.set(order, id);
        else if (!learnt.isEmpty()) learnt.delete(order);
        return undefined;
      }
      const read = learnt.get(order);
      if (read === undefined) return undefined;
      if ((json as { readonly vatIncluded?: unknown } | undefined)?.vatIncluded !== false) return undefined;
      if (memberOf(seen, 'type') !== 'FINAL') return undefined;
      return {
        rule: RULE,
        clientId: caller?.clientId,
        subject: order,
        detail: `POST ${path} made out the final invoice without VAT, although the decision is VAT_APPLICABLE.`,
        requests: [read, id],
        certain: true,
      };
    };
  },
};
