import type { DocumentType } from '../documents/document.ts';
import { formatDay } from '../sheet/format.ts';
import { box, boxes, notes, signatures } from '../sheet/sections.ts';
import type { PaperText } from './describe-order-papers.ts';
import { type PaperFacts, buyerLinesOf } from './paper-facts.ts';

const TITLES: Partial<Record<DocumentType, readonly [title: string, statement: string]>> = {
  COMPANY_REGISTRATION: ['Company register extract', 'The company below is registered and active.'],
  VAT_CERTIFICATE: ['VAT certificate', 'The company below is registered for VAT under the number shown.'],
  IDENTITY_DOCUMENT: ['Identity document', 'Placeholder for an identity document; it does not show a person.'],
  PROOF_OF_ADDRESS: ['Proof of address', 'The registered office of the company below is at the address shown.'],
  POWER_OF_ATTORNEY: ['Power of attorney', 'The signatory is authorized to represent the company below.'],
};

/** Describes a company: its identity, and what the paper certifies. */
export const describeBuyerPaper = (facts: PaperFacts): PaperText => {
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
