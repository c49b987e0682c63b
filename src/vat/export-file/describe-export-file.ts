import { PAPERS } from '../../generated/papers.ts';
import { WORDS } from '../../generated/words.ts';
import type { RunInSlices } from '../../kernel/time-slices.ts';
import { formatMoney } from '../api/format-money.ts';
import { countingDocuments, evidenceFor } from '../compliance/evidence.ts';
import { areaOfAddress, areaOfSeller } from '../compliance/vat-rules.ts';
import type { DocumentRecord } from '../documents/document.ts';
import { outstandingOf, toAmount } from '../orders/invoices-and-payments.ts';
import { type OrderRecord, invoiceOf } from '../orders/order.ts';
import type { CallerSeller } from '../policy/own-members.ts';
import { drawSheet } from '../sheet/draw-sheet.ts';
import { type Cell, type Sheet, fillSheet, formatInstant } from '../sheet/sheet.ts';
import { type ExportFileFacts, explainDecision } from './export-file.ts';

/** The Export File as a PDF: equal facts give equal bytes. */
export const drawExportFile = (
  facts: ExportFileFacts,
  seller: CallerSeller,
  inSlices?: RunInSlices,
): Promise<Uint8Array> => drawSheet(describeExportFile(facts, seller), inSlices);

/** Content of an Export File, as a pure function of its inputs. */
export const describeExportFile = (facts: ExportFileFacts, seller: CallerSeller): Sheet => {
  const { order, buyer, documents, documentId, version, decision, generatedAt, checks = [] } = facts;
  const { compliance } = order;
  const words = WORDS.decision[decision];
  const subject = `Order ${order.externalOrderId}`;
  const generation = `Version ${version}`;
  const papersOf = (vin: string): Readonly<Record<string, Cell | undefined>> =>
    Object.fromEntries(OF_VEHICLES.map((type) => [type, fileOf(evidenceFor(vin, type, documents))]));
  return {
    ...fillSheet(PAPERS.EXPORT_FILE, {
      order,
      buyer,
      seller,
      decision,
      checks,
      words: {
        reasons: words.reasons,
        status: WORDS.orderStatus[order.status].toLowerCase(),
        decision: words.word.toLowerCase(),
      },
      // The deciding one first.
      reasons: explainDecision(facts, decision),
      warnings: compliance.warnings ?? [],
      contact: contactOf(order),
      sellerAddress: [seller.address, seller.country].filter(Boolean).join(', ') || undefined,
      vies: viesOf(facts),
      kyc: buyer.kycMode === 'SERVICE_LED' ? `${buyer.kycMode}, ${buyer.kyc.status}` : buyer.kycMode,
      vehicles: order.vins.map((vehicle) => ({ ...vehicle, ...papersOf(vehicle.vin) })),
      payments: order.payments.map((payment) => ({
        ...payment,
        proof: fileOf(documents.find(({ id }) => id === payment.documentId?.toLowerCase())),
      })),
      balances: balancesOf(order),
      departure: nameCountry(areaOfSeller(order) ?? seller.country),
      arrival: nameCountry(areaOfAddress(buyer.address) === 'XI' ? 'XI' : buyer.address.country),
      evidence: countingDocuments(order, documents),
    }),
    reference: { headline: subject, lines: [generation, `Generated ${formatInstant(generatedAt)}`] },
    warning: 'This is stub data, not a tax document',
    // "`VALID_EXPORT` (VAT exemption applies) or `VAT_APPLICABLE` (VAT must be applied on the final invoice)".
    banner: {
      tone: compliance.status !== 'VALID' ? 'bad' : decision === 'VALID_EXPORT' ? 'good' : 'caution',
      headline: decision,
      text: `${words.statement} The compliance status of the order is ${compliance.status}.`,
    },
    footer: `Export File ${documentId}, ${generation.toLowerCase()}  |  ${subject}`,
    information: { id: documentId, subject: `${subject}, ${generation}`, madeAt: new Date(generatedAt) },
  };
};

const OF_VEHICLES = ['CMR', 'PICKUP_DECLARATION', 'DELIVERY_DECLARATION'] as const;

const fileOf = (document: DocumentRecord | undefined): Cell | undefined => document && { file: document.fileName };

const contactOf = ({ responsibleContact: contact }: OrderRecord): readonly (readonly [string, string])[] => {
  if (contact === undefined) return [];
  const { firstName, lastName, email, phone } = contact;
  return [
    ['Contact', `${firstName} ${lastName}`],
    ['E-mail', email],
    ...(phone === undefined ? [] : [['Phone', phone] as const]),
  ];
};

const viesOf = ({ buyer: { vies } }: ExportFileFacts): string =>
  vies.checkedAt === null ? vies.result : `${vies.result}, checked ${formatInstant(vies.checkedAt)}`;

const COUNTRIES = new Intl.DisplayNames('en', { type: 'region' });

const nameCountry = (code: string | undefined): string | undefined =>
  code && `${code === 'XI' ? 'Northern Ireland' : String(COUNTRIES.of(code))} (${code})`;

/**
 * What was paid, and what is missing or too much: measured against the total of the order, which is without VAT, and against
 * the final invoice where it is for another amount.
 */
const balancesOf = (order: OrderRecord): readonly (readonly string[])[] => {
  const { payments, totalAmount } = order;
  const total = BigInt(totalAmount.value);
  const final = BigInt(invoiceOf(order, 'FINAL')?.amount.value ?? total);
  const paid = payments.reduce((sum, { amount }) => sum + BigInt(amount.value), 0n);
  const balance = (name: string, value: bigint) => [
    ...[name, '', ''],
    formatMoney({ ...totalAmount, value: toAmount(value) }),
  ];
  const due = final > total ? final : total;
  return [
    balance('Paid', paid),
    balance('Outstanding', outstandingOf(order)),
    ...(final === total ? [] : [balance('Outstanding by invoice', paid < final ? final - paid : 0n)]),
    balance('Overpaid', paid > due ? paid - due : 0n),
  ];
};
