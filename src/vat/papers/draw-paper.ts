import type { RunInSlices } from '../../kernel/time-slices.ts';
import type { DocumentType } from '../documents/document.ts';
import { drawSheet } from '../sheet/draw-sheet.ts';
import type { Sheet } from '../sheet/sheet.ts';
import { describeBuyerPaper } from './describe-buyer-papers.ts';
import {
  type PaperText,
  describeCmr,
  describeDeliveryDeclaration,
  describeInvoice,
  describePaymentProof,
  describePickupDeclaration,
} from './describe-order-papers.ts';
import type { OrderPaperFacts, PaperFacts } from './paper-facts.ts';

const OF_ORDERS: Partial<Record<DocumentType, (facts: OrderPaperFacts) => PaperText>> = {
  INVOICE: describeInvoice,
  PROOF_OF_PAYMENT: describePaymentProof,
  CMR: describeCmr,
  PICKUP_DECLARATION: describePickupDeclaration,
  DELIVERY_DECLARATION: describeDeliveryDeclaration,
};

const isOfOrder = (facts: PaperFacts): facts is OrderPaperFacts => facts.order !== undefined;

/** Content of a sample paper, as a pure function of its records. */
export const describePaper = (facts: PaperFacts): Sheet => {
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
