import { type Assumed, NOTHING_ASSUMED } from '../../engine/assumptions/assumed.ts';
import type { Choice } from '../../generated/assumption-choices.ts';
import { COMPLIANCE_RULES, type ComplianceRules } from './compliance-rules.ts';
import type { VatRule } from './vat-rules.ts';

/** The rules of compliance as a sandbox assumes them. Asked with every change of an order: the ordinary case costs nothing. */
export const rulesOf = (assumed: Assumed): ComplianceRules =>
  assumed === NOTHING_ASSUMED
    ? COMPLIANCE_RULES
    : ALTERNATIVES.reduce((rules, [choice, change]) => (assumed.has(choice) ? change(rules) : rules), COMPLIANCE_RULES);

type Change = (rules: ComplianceRules) => ComplianceRules;

const changingVat =
  (change: (rules: readonly VatRule[]) => readonly VatRule[]): Change =>
  (rules) => ({ ...rules, vat: change(rules.vat) });

const without = (name: string, rules: readonly VatRule[]): readonly VatRule[] =>
  rules.filter((rule) => rule.name !== name);

/** As an export it stands last but for the general rule, so that no exception of the exemption is lost behind it. */
const asExport = (name: string, rules: readonly VatRule[]): readonly VatRule[] => [
  ...without(name, rules).slice(0, -1),
  ...rules.filter((rule) => rule.name === name).map((rule): VatRule => ({ ...rule, decision: 'VALID_EXPORT' })),
  ...rules.slice(-1),
];

const ALTERNATIVES: readonly (readonly [Choice, Change])[] = [
  ['margin-scheme=exempt', changingVat((rules) => without('margin-scheme', rules))],
  ['domestic-sale=exempt', changingVat((rules) => asExport('domestic-sale', rules))],
  [
    'new-means-of-transport=taxed',
    changingVat((rules) =>
      rules.map((rule) => (rule.name === 'new-means-of-transport' ? { ...rule, decision: 'VAT_APPLICABLE' } : rule)),
    ),
  ],
  [
    'vies-failure-blocks=nothing',
    ({ blocking, ...rules }) => ({
      ...rules,
      blocking: { ...blocking, failures: blocking.failures.filter((code) => code !== 'VIES_INVALID') },
    }),
  ],
  ['compliance-evidence=cmr-and-delivery', (rules) => ({ ...rules, evidence: ['CMR', 'DELIVERY_DECLARATION'] })],
];
