import type { Blocker } from '../compliance/failures.ts';
import { VAT_RULES } from '../compliance/vat-rules.ts';
import { columns, notes } from '../sheet/sections.ts';
import type { Section, Sheet, Tone } from '../sheet/sheet.ts';
import { explainDecision } from './explain-decision.ts';
import type { ExportFileFacts } from './generate-export-file.ts';

type Banner = Sheet['banner'];

/** "`VALID_EXPORT` (VAT exemption applies) or `VAT_APPLICABLE` (VAT must be applied on the final invoice)". */
export const describeVerdict = (facts: ExportFileFacts): Banner => ({
  tone: toneOf(facts),
  headline: facts.decision,
  text:
    facts.decision === 'VALID_EXPORT'
      ? 'The VAT exemption applies: the compliance status of the order is VALID and all evidence is complete.'
      : `VAT must be applied on the final invoice. The compliance status of the order is ${facts.order.compliance.status}.`,
});

const toneOf = ({ decision, order: { compliance } }: ExportFileFacts): Tone => {
  if (compliance.status !== 'VALID') return 'bad';
  return decision === 'VALID_EXPORT' ? 'good' : 'caution';
};

const TITLES = { VALID_EXPORT: 'Why the supply is exempt', VAT_APPLICABLE: 'Why VAT applies' } as const;

/** The matching rules with their articles, the deciding one first. */
export const describeReasons = (facts: ExportFileFacts): readonly Section[] => {
  const { order } = facts;
  const { blockers, warnings = [] } = order.compliance;
  const reasons = facts.reasons ?? explainDecision(facts, facts.decision, VAT_RULES);
  return [
    ...(reasons.length === 0 ? [] : [notes(TITLES[facts.decision], ...reasons)]),
    ...tableOf('Blockers', blockers),
    ...tableOf('Warnings', warnings),
  ];
};

const tableOf = (title: string, found: readonly Blocker[]): readonly Section[] =>
  found.length === 0
    ? []
    : [
        {
          kind: 'table',
          title,
          columns: columns({ Code: 30, VIN: 20, Problem: 50 }),
          rows: found.map(({ code, message, vin = 'all' }) => [code, vin, message]),
          empty: 'None.',
        },
      ];
