import { WORDS } from '../../generated/words.ts';
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
  text: `${WORDS.decision[facts.decision].statement} The compliance status of the order is ${facts.order.compliance.status}.`,
});

const toneOf = ({ decision, order: { compliance } }: ExportFileFacts): Tone => {
  if (compliance.status !== 'VALID') return 'bad';
  return decision === 'VALID_EXPORT' ? 'good' : 'caution';
};

/** The matching rules with their articles, the deciding one first. */
export const describeReasons = (facts: ExportFileFacts): readonly Section[] => {
  const { order } = facts;
  const { blockers, warnings = [] } = order.compliance;
  const reasons = facts.reasons ?? explainDecision(facts, facts.decision, VAT_RULES);
  return [
    ...(reasons.length === 0 ? [] : [notes(WORDS.decision[facts.decision].reasons, ...reasons)]),
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
