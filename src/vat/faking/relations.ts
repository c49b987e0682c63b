import { type Drawn, drawFrom, type Relation, type Relations } from '../../engine/sdk.ts';
import { BLOCKERS } from '../compliance/verdict-rules.ts';
import { toDownloadPath } from '../documents/document.ts';

type Money = { value: number; currency: string } & Drawn;

const listOf = (value: unknown): readonly Drawn[] => (Array.isArray(value) ? (value as Drawn[]) : []);

const has = (value: Drawn, name: string): boolean => Object.hasOwn(value, name);

/** Sorts the present ISO 8601 instants into the order of the names. */
const inOrder = (value: Drawn, ...names: readonly string[]): void => {
  const there = names.filter((name) => typeof value[name] === 'string');
  const instants = there.map((name) => String(value[name])).sort();
  for (const [index, name] of there.entries()) value[name] = instants[index];
};

const changed = (value: Drawn): void => {
  inOrder(value, 'createdAt', 'updatedAt');
};

/** The last page: consistent counts, with all earlier pages full. */
const page: Relation = ({ data, pagination }) => {
  if (typeof pagination !== 'object' || pagination === null) return;
  const counts = pagination as Drawn;
  const items = listOf(data).length;
  const size = Math.max(Number(counts['size']), items, 1);
  const number = items === 0 ? 0 : Number(counts['page']) % 3;
  counts['page'] = number;
  counts['size'] = size;
  counts['totalElements'] = number * size + items;
  counts['totalPages'] = items === 0 ? 0 : number + 1;
};

/** Status of the vehicles, by status of the order. */
const VIN_STATUS: Readonly<Record<string, string>> = {
  READY_FOR_PICKUP: 'PENDING',
  TRANSPORT_IN_PROGRESS: 'IN_TRANSIT',
  TRANSPORT_COMPLETED: 'DELIVERED',
  COMPLIANCE_VALID: 'VALID',
  COMPLIANCE_INVALID: 'INVALID',
};

const order: Relation = (value) => {
  const vins = listOf(value['vins']);
  const total = value['totalAmount'] as Money;
  let sum = 0;
  for (const vin of vins) {
    const amount = vin['purchaseAmount'] as Money;
    amount.currency = total.currency;
    sum += amount.value;
    vin['complianceStatus'] = VIN_STATUS[String(value['status'])] ?? 'PENDING';
  }
  total.value = sum;
  changed(value);
  if (has(value, 'purchaseDate')) value['purchaseDate'] = String(value['createdAt']).slice(0, 10);
};

const TRANSPORT_MOMENTS = ['pickup', 'delivery'] as const;

/** The overall transport status follows from the vehicles, and theirs from their confirmations. */
const transport: Relation = (value) => {
  const vins = listOf(value['vins']);
  for (const vin of vins) {
    const [pickup, delivery] = TRANSPORT_MOMENTS.map((moment) => vin[moment] as Drawn | undefined);
    if (pickup === undefined) delete vin['delivery'];
    else if (delivery !== undefined) {
      const instants = { confirmedAt: pickup['confirmedAt'], later: delivery['confirmedAt'] };
      inOrder(instants, 'confirmedAt', 'later');
      pickup['confirmedAt'] = instants.confirmedAt;
      delivery['confirmedAt'] = instants.later;
    }
    vin['status'] = pickup === undefined ? 'NOT_STARTED' : delivery === undefined ? 'IN_TRANSIT' : 'DELIVERED';
  }
  const known = new Set(vins.map(({ status }) => status));
  const [only] = known;
  value['status'] = known.size === 1 ? only : known.has('DELIVERED') ? 'PARTIAL' : 'IN_TRANSIT';
  for (const revocation of listOf(value['revocations'])) revocation['vins'] = vins.slice(0, 1).map(({ vin }) => vin);
};

const OF_VEHICLE = ['CMR_MISSING', 'DELIVERY_MISSING'];
const DRAWN_BLOCKERS = ['FINAL_INVOICE_MISSING', ...OF_VEHICLE];

const rollup: Relation = (value, draw) => {
  delete value['warnings'];
  const blockers = listOf(value['blockers']);
  if (value['status'] === 'VALID' || (value['status'] === 'INCOMPLETE' && blockers.length === 0)) {
    value['status'] = 'VALID';
    value['viesResult'] = 'VALID';
    value['blockers'] = [];
    return;
  }
  value['decision'] = null;
  value['viesResult'] = value['status'] === 'INVALID' ? 'INVALID' : 'VALID';
  if (value['status'] === 'INVALID') {
    value['blockers'] = [{ code: 'VIES_INVALID', message: 'VIES does not confirm the VAT number of the buyer.' }];
    return;
  }
  for (const blocker of blockers) {
    const code = drawFrom(DRAWN_BLOCKERS, draw.random);
    Object.assign(blocker, BLOCKERS[code]);
    if (!OF_VEHICLE.includes(code)) delete blocker['vin'];
  }
};

const exportFileAt =
  (publicPath: string): Relation =>
  (value) => {
    value['downloadUrl'] = toDownloadPath(String(value['documentId']), publicPath);
  };

const OF_ORDERS = ['INVOICE', 'PROOF_OF_PAYMENT', 'CMR', 'PICKUP_DECLARATION', 'DELIVERY_DECLARATION', 'EXPORT_FILE'];
const OF_VEHICLES = ['CMR', 'PICKUP_DECLARATION', 'DELIVERY_DECLARATION'];

/** A document belongs to an order or to a buyer, and its file is named by its type. */
const document: Relation = (value, draw) => {
  const type = String(value['type']);
  if (OF_ORDERS.includes(type)) delete value['buyerUuid'];
  else delete value['orderUuid'];
  if (!OF_VEHICLES.includes(type)) delete value['vin'];
  if (type !== 'INVOICE') delete value['invoiceType'];
  value['fileName'] = `${type.toLowerCase().replaceAll('_', '-')}-${draw.random.integer(1000, 9999)}.pdf`;
  changed(value);
};

const viesCheck: Relation = (value) => {
  const { result } = value;
  if (result === 'VALID' || result === 'PENDING') delete value['reason'];
  if (result === 'PENDING') value['checkedAt'] = null;
  inOrder(value, 'requestedAt', 'checkedAt');
};

const verification: Relation = (value) => {
  const { status } = value;
  if (status !== 'REJECTED') delete value['reason'];
  if (status !== 'VERIFIED') delete value['profile'];
  if (status === 'PENDING') value['completedAt'] = null;
  inOrder(value, 'startedAt', 'completedAt');
};

/** A newly created link is open. */
const invitation: Relation = (value) => {
  value['status'] = 'OPEN';
};

const invitationView: Relation = (value) => {
  if (value['kind'] === 'KYC') return;
  delete value['companyName'];
  delete value['vatNumber'];
};

const delivery: Relation = (value, draw) => {
  const { status } = value;
  const attempts = Number(value['attempts']);
  value['attempts'] = status === 'FAILED' ? 10 : status === 'DELIVERED' ? Math.max(1, attempts) : Math.min(9, attempts);
  const isUntried = value['attempts'] === 0;
  value['httpStatus'] = isUntried ? null : status === 'DELIVERED' ? 204 : drawFrom([500, 502, 503, 404], draw.random);
  if (isUntried) value['lastAttemptAt'] = null;
  else value['lastAttemptAt'] ??= value['createdAt'];
  if (status !== 'PENDING') value['nextRetryAt'] = null;
  inOrder(value, 'createdAt', 'lastAttemptAt');
};

/** Relations between members of this API's objects that a schema cannot express. */
export const vatRelationsAt = (publicPath: string): Relations => ({
  changed,
  page,
  order,
  transport,
  rollup,
  'export-file': exportFileAt(publicPath),
  document,
  'vies-check': viesCheck,
  verification,
  invitation,
  'invitation-view': invitationView,
  delivery,
});
