/**
 * What an order does, in the words of docs/workflow.md and with none of the server's code: the model that random steps
 * are held against.
 */
type Status =
  | 'CREATED'
  | 'INVOICE_SUBMITTED'
  | 'PAYMENT_SUBMITTED'
  | 'READY_FOR_PICKUP'
  | 'TRANSPORT_IN_PROGRESS'
  | 'TRANSPORT_COMPLETED'
  | 'COMPLIANCE_VALID'
  | 'CANCELLED';

export type Step =
  | { readonly kind: 'invoice'; readonly type: 'PRELIMINARY' | 'FINAL' | undefined; readonly marginScheme: boolean }
  | { readonly kind: 'pay'; readonly amount: number }
  | { readonly kind: 'upload'; readonly type: Evidence; readonly vin: number | undefined }
  | { readonly kind: 'archive'; readonly document: number }
  | { readonly kind: 'pickup' | 'revoke' | 'deliver'; readonly vins: readonly number[] | undefined }
  | { readonly kind: 'cancel' };

/** Types of document; an invoice's by the invoice that it is of. */
export type Evidence =
  | 'CMR'
  | 'PICKUP_DECLARATION'
  | 'DELIVERY_DECLARATION'
  | 'PROOF_OF_PAYMENT'
  | 'PRELIMINARY'
  | 'FINAL';

export type Outcome = 'done' | 'milestone-not-reached' | 'milestone-already-set' | 'validation-error' | 'not-found';

interface ModelDocument {
  readonly type: Evidence;
  /** Index of the VIN; undefined for all. */
  readonly vin: number | undefined;
  active: boolean;
}

export interface ModelOrder {
  status: Status;
  readonly total: number;
  paid: number;
  preliminary: boolean | undefined;
  /** Whether it is under the margin scheme; undefined while there is none. */
  final: boolean | undefined;
  readonly vins: { pickedUp: boolean; delivered: boolean }[];
  readonly documents: ModelDocument[];
}

export const newOrder = (vins: number, total: number): ModelOrder => ({
  status: 'CREATED',
  total,
  paid: 0,
  preliminary: undefined,
  final: undefined,
  vins: Array.from({ length: vins }, () => ({ pickedUp: false, delivered: false })),
  documents: [],
});

const BEFORE_PICKUP: readonly Status[] = ['CREATED', 'INVOICE_SUBMITTED', 'PAYMENT_SUBMITTED'];

/** About the VIN or all of them; about any when none is asked for. */
const has = (order: ModelOrder, type: Evidence, vin?: number): boolean =>
  order.documents.some(
    (document) => document.active && document.type === type && (vin === undefined || (document.vin ?? vin) === vin),
  );

/** Takes a step; the order changes only when it is done. */
export const take = (order: ModelOrder, step: Step): Outcome => {
  const outcome = attempt(order, step);
  if (outcome === 'done') judge(order);
  return outcome;
};

const attempt = (order: ModelOrder, step: Step): Outcome => {
  switch (step.kind) {
    case 'invoice': {
      if (order.status === 'CANCELLED') return 'milestone-already-set';
      const type = step.type ?? (order.preliminary === undefined ? 'PRELIMINARY' : 'FINAL');
      if (type === 'PRELIMINARY') order.preliminary = step.marginScheme;
      else order.final = step.marginScheme;
      if (order.status === 'CREATED') order.status = 'INVOICE_SUBMITTED';
      return 'done';
    }
    case 'pay': {
      // A matter of the description, which is looked at first.
      if (step.amount <= 0) return 'validation-error';
      if (order.status === 'CREATED') return 'milestone-not-reached';
      if (order.status !== 'INVOICE_SUBMITTED' && order.status !== 'PAYMENT_SUBMITTED') return 'milestone-already-set';
      order.paid += step.amount;
      order.status = order.paid >= order.total ? 'READY_FOR_PICKUP' : 'PAYMENT_SUBMITTED';
      return 'done';
    }
    case 'upload':
      if (order.status === 'CANCELLED') return 'milestone-already-set';
      order.documents.push({ type: step.type, vin: step.vin, active: true });
      return 'done';
    case 'archive': {
      const document = order.documents[step.document];
      if (document === undefined) return 'not-found';
      document.active = false;
      return 'done';
    }
    case 'pickup':
      if (BEFORE_PICKUP.includes(order.status)) return 'milestone-not-reached';
      if (order.status !== 'READY_FOR_PICKUP' && order.status !== 'TRANSPORT_IN_PROGRESS')
        return 'milestone-already-set';
      return onVins(
        order,
        step.vins,
        ({ pickedUp }) => !pickedUp,
        'milestone-already-set',
        (vin) => {
          vin.pickedUp = true;
        },
      );
    case 'revoke':
    case 'deliver':
      if (BEFORE_PICKUP.includes(order.status) || order.status === 'READY_FOR_PICKUP') return 'milestone-not-reached';
      if (order.status !== 'TRANSPORT_IN_PROGRESS') return 'milestone-already-set';
      return onVins(
        order,
        step.vins,
        ({ pickedUp, delivered }) => pickedUp && !delivered,
        ({ delivered }) => (delivered ? 'milestone-already-set' : 'milestone-not-reached'),
        (vin) => {
          if (step.kind === 'revoke') vin.pickedUp = false;
          else vin.delivered = true;
        },
      );
    case 'cancel':
      if (order.status === 'CANCELLED' || order.status === 'COMPLIANCE_VALID') return 'milestone-already-set';
      order.status = 'CANCELLED';
      return 'done';
  }
};

type ModelVin = ModelOrder['vins'][number];

const onVins = (
  order: ModelOrder,
  wished: readonly number[] | undefined,
  fits: (vin: ModelVin) => boolean,
  refusal: Outcome | ((vin: ModelVin) => Outcome),
  change: (vin: ModelVin) => void,
): Outcome => {
  const chosen = wished === undefined ? order.vins.filter(fits) : wished.map((index) => order.vins[index]!);
  const misfit = chosen.find((vin) => !fits(vin)) ?? (chosen.length === 0 ? order.vins[0] : undefined);
  if (misfit !== undefined) return typeof refusal === 'function' ? refusal(misfit) : refusal;
  chosen.forEach(change);
  if (order.vins.every(({ delivered }) => delivered)) order.status = 'TRANSPORT_COMPLETED';
  else if (order.vins.some(({ pickedUp }) => pickedUp)) order.status = 'TRANSPORT_IN_PROGRESS';
  else order.status = 'READY_FOR_PICKUP';
  return 'done';
};

/** The verdict follows from the facts, and falls with them. */
const judge = (order: ModelOrder): void => {
  if (order.status !== 'TRANSPORT_COMPLETED' && order.status !== 'COMPLIANCE_VALID') return;
  order.status = rollupOf(order) === 'VALID' ? 'COMPLIANCE_VALID' : 'TRANSPORT_COMPLETED';
};

export const rollupOf = (order: ModelOrder): 'VALID' | 'INCOMPLETE' => {
  const onTheRoad = order.vins.every(({ pickedUp }) => pickedUp) && !order.vins.every(({ delivered }) => delivered);
  const isComplete =
    (order.preliminary !== undefined || order.final !== undefined) &&
    (onTheRoad || order.final !== undefined) &&
    has(order, order.final === undefined ? 'PRELIMINARY' : 'FINAL') &&
    order.paid >= order.total &&
    has(order, 'PROOF_OF_PAYMENT') &&
    order.vins.every(
      ({ pickedUp, delivered }, vin) =>
        pickedUp &&
        has(order, 'CMR', vin) &&
        has(order, 'PICKUP_DECLARATION', vin) &&
        (onTheRoad || (delivered && has(order, 'DELIVERY_DECLARATION', vin))),
    );
  return isComplete ? 'VALID' : 'INCOMPLETE';
};

export const decisionOf = (order: ModelOrder): string | null => {
  if (order.status !== 'COMPLIANCE_VALID') return null;
  return (order.final ?? order.preliminary) === true ? 'VAT_APPLICABLE' : 'VALID_EXPORT';
};

export const transportOf = ({ vins }: ModelOrder): string => {
  if (vins.every(({ delivered }) => delivered)) return 'DELIVERED';
  if (vins.some(({ delivered }) => delivered)) return 'PARTIAL';
  return vins.some(({ pickedUp }) => pickedUp) ? 'IN_TRANSIT' : 'NOT_STARTED';
};

export const vinStatusOf = (order: ModelOrder, vin: number): string => {
  const { pickedUp, delivered } = order.vins[vin]!;
  if (order.status === 'COMPLIANCE_VALID') return 'VALID';
  if (delivered) return 'DELIVERED';
  if (!pickedUp) return 'PENDING';
  return has(order, 'CMR', vin) ? 'IN_TRANSIT' : 'PICKUP_CONFIRMED';
};
