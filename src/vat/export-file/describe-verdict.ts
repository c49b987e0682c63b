import { isNewMeansOfTransport, isUnderMarginScheme } from '../compliance/decide.ts';
import type { ExportFileFacts } from './generate-export-file.ts';
import type { Section, Sheet, Tone } from '../sheet/sheet.ts';

type Banner = Sheet['banner'];

/** "`VALID_EXPORT` (VAT exemption applies) or `VAT_APPLICABLE` (VAT must be applied on the final invoice)". */
export const describeVerdict = (facts: ExportFileFacts): Banner => ({
  tone: toneOf(facts),
  headline: facts.decision,
  text:
    facts.decision === 'VALID_EXPORT'
      ? 'The VAT exemption applies: compliance of the order is VALID and all evidence is in.'
      : `VAT must be applied on the final invoice. Compliance of the order is ${facts.order.compliance.status}.`,
});

const toneOf = ({ decision, order: { compliance } }: ExportFileFacts): Tone => {
  if (compliance.status !== 'VALID') return 'bad';
  return decision === 'VALID_EXPORT' ? 'good' : 'caution';
};

/** Why VAT is due: what makes the order invalid, or what costs a valid one the exemption. Nothing where it is exempt. */
export const describeReasons = (facts: ExportFileFacts): readonly Section[] => {
  const { order } = facts;
  const { blockers } = order.compliance;
  const reasons = reasonsOf(facts);
  return [
    ...(reasons.length === 0 ? [] : [{ kind: 'notes', title: 'Why VAT applies', notes: reasons } as const]),
    ...(blockers.length === 0
      ? []
      : [
          {
            kind: 'table',
            title: 'Blockers',
            columns: [
              { title: 'Code', share: 30 },
              { title: 'VIN', share: 20 },
              { title: 'What is wrong', share: 50 },
            ],
            rows: blockers.map(({ code, message, vin = 'all' }) => [code, vin, message]),
            empty: 'None.',
          } as const,
        ]),
  ];
};

/** Names of vehicles in one sentence; an order may have hundreds. */
const SHOWN = 6;

const reasonsOf = ({ order, decision }: ExportFileFacts): readonly string[] => {
  if (decision === 'VALID_EXPORT') return [];
  const fresh = order.vins.filter(isNewMeansOfTransport).map(({ vin }) => vin);
  const more = fresh.length > SHOWN ? ` and ${String(fresh.length - SHOWN)} more` : '';
  return [
    ...(order.compliance.status === 'VALID' ? [] : ['The order is not valid: the blockers below name the reasons.']),
    ...(isUnderMarginScheme(order) ? ['The invoice is under the margin scheme.'] : []),
    ...(fresh.length === 0
      ? []
      : [
          `A new means of transport is taxed where it arrives (first registered at most 6 months before the pickup, or at most 6,000 km): ${fresh.slice(0, SHOWN).join(', ')}${more}.`,
        ]),
  ];
};
