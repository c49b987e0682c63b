import type { RunInSlices } from '../../kernel/time-slices.ts';
import type { DocumentType } from '../documents/document.ts';
import { drawSheet } from '../sheet/draw-sheet.ts';
import { formatDay } from '../sheet/format.ts';
import { box, boxes, notes, signatures } from '../sheet/sections.ts';
import type { Sheet } from '../sheet/sheet.ts';
import {
  type PaperText,
  describeCmr,
  describeDeliveryDeclaration,
  describeInvoice,
  describePaymentProof,
  describePickupDeclaration,
} from './describe-order-papers.ts';
import { type OrderPaperFacts, type PaperFacts, buyerLinesOf } from './paper-facts.ts';

const OF_ORDERS: Partial<Record<DocumentType, (facts: OrderPaperFacts) => PaperText>> = {
  INVOICE: describeInvoice,
  PROOF_OF_PAYMENT: describePaymentProof,
  CMR: describeCmr,
  PICKUP_DECLARATION: describePickupDeclaration,
  DELIVERY_DECLARATION: describeDeliveryDeclaration,
};

const isOfOrder = (facts: PaperFacts): facts is OrderPaperFacts => facts.order !== undefined;

/** Content of a sample paper, as a pure function of its records. */
const describePaper = (facts: PaperFacts): Sheet => {
  const { document } = facts;
  const describe = OF_ORDERS[document.type];
  const { title, subtitle, sections } =
    describe !== undefined && isOfOrder(facts) ? describe(facts) : describeBuyerPaper(facts);
  return {
    title,
    subtitle,
    reference: { headline: document.fileName.replace(/\.pdf$/, ''), lines: [] },
    warning: 'This is a sample document of a stub server, made for tests and demonstrations',
    sections,
    footer: `${title} ${document.id}`,
    information: { id: document.id, subject: document.fileName, madeAt: new Date(document.createdAt) },
  };
};

/** The paper as a PDF: equal records give equal bytes. */
export const drawPaper = (facts: PaperFacts, inSlices?: RunInSlices): Promise<Uint8Array> =>
  drawSheet(describePaper(facts), inSlices);

const TITLES: Partial<Record<DocumentType, readonly [title: string, statement: string]>> = {
  COMPANY_REGISTRATION: ['Company register extract', 'The company below is registered and active.'],
  VAT_CERTIFICATE: ['VAT certificate', 'The company below is registered for VAT under the number shown.'],
  IDENTITY_DOCUMENT: ['Identity document', 'Placeholder for an identity document; it does not show a person.'],
  PROOF_OF_ADDRESS: ['Proof of address', 'The registered office of the company below is at the address shown.'],
  POWER_OF_ATTORNEY: ['Power of attorney', 'The signatory is authorized to represent the company below.'],
};

/** Describes a company: its identity, and what the paper certifies. */
const describeBuyerPaper = (facts: PaperFacts): PaperText => {
  const { document, buyer } = facts;
  const [title, statement] = TITLES[document.type] ?? ['Document', 'Sample document.'];
  const date = formatDay(document.createdAt);
  return {
    title,
    subtitle: buyer.companyName,
    sections: [
      notes('Statement', statement),
      boxes([box('Company', buyerLinesOf(facts), 2), box('Issued', date)]),
      signatures('Issued by', {
        role: 'Issuing office',
        name: `Sample office, ${buyer.address.country}`,
        signed: date,
      }),
    ],
  };
};
