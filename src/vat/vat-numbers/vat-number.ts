import { austrian, belgian, greek } from './completed-numbers.ts';
import {
  type Check,
  bulgarian,
  cypriot,
  czech,
  dutch,
  endsInCarried,
  endsInLuhn,
  endsInSum,
  french,
  irish,
  latvian,
  leaves,
  lithuanian,
  luxembourgish,
  northernIrish,
  romanian,
  slovenian,
  spanish,
} from './national-checks.ts';

/** Format of a country's VAT numbers after the prefix, and the check of their digits. */
interface NationalRule {
  readonly form: RegExp;
  readonly check: Check;
}

/** Countries that VIES covers, by prefix: EL is Greece, XI is Northern Ireland. */
const RULES: Readonly<Record<string, NationalRule>> = {
  AT: { form: /^U\d{8}$/, check: (body) => austrian(body.slice(1, 8)) === `AT${body}` },
  BE: { form: /^[01]\d{9}$/, check: (body) => belgian(body.slice(0, 8)) === `BE${body}` },
  BG: { form: /^\d{9,10}$/, check: bulgarian },
  CY: { form: /^(?!12)\d{8}[A-Z]$/, check: cypriot },
  // Birth numbers contain the month, plus 50 for women, and the day.
  CZ: { form: /^(?:[0-8]\d{7}|6\d{8}|\d\d[0-8]\d[0-3]\d{4,5})$/, check: czech },
  DE: { form: /^[1-9]\d{8}$/, check: endsInCarried },
  DK: { form: /^[1-9]\d{7}$/, check: leaves(11, [2, 7, 6, 5, 4, 3, 2, 1]) },
  EE: { form: /^\d{9}$/, check: leaves(10, [3, 7, 1, 3, 7, 1, 3, 7, 1]) },
  EL: { form: /^\d{9}$/, check: (body) => greek(body.slice(0, 8)) === `EL${body}` },
  ES: { form: /^(?:\d{8}[A-Z]|[K-MX-Z]\d{7}[A-Z]|[A-HJNP-SUVW]\d{7}[0-9A-J])$/, check: spanish },
  FI: { form: /^\d{8}$/, check: leaves(11, [7, 9, 10, 5, 8, 4, 2, 1]) },
  FR: { form: /^[0-9A-HJ-NP-Z]{2}\d{9}$/, check: french },
  HR: { form: /^\d{11}$/, check: endsInCarried },
  HU: { form: /^\d{8}$/, check: leaves(10, [9, 7, 3, 1, 9, 7, 3, 1]) },
  IE: { form: /^(?:\d{7}[A-W][A-IW]?|\d[A-Z]\d{5}[A-W])$/, check: irish },
  // The digits before the check digit are the provincial office.
  IT: { form: /^\d{7}(?:0(?!00)\d\d|100|120|121|888|999)\d$/, check: endsInLuhn },
  LT: { form: /^(?:\d{7}1\d|\d{10}1\d)$/, check: lithuanian },
  LU: { form: /^\d{8}$/, check: luxembourgish },
  LV: { form: /^\d{11}$/, check: latvian },
  MT: { form: /^[1-9]\d{7}$/, check: leaves(37, [3, 4, 6, 7, 8, 9, 10, 1]) },
  NL: { form: /^\d{9}B(?!00)\d\d$/, check: dutch },
  PL: { form: /^\d{10}$/, check: leaves(11, [6, 5, 7, 2, 3, 4, 5, 6, 7, -1]) },
  PT: { form: /^[1-9]\d{8}$/, check: endsInSum([-9, -8, -7, -6, -5, -4, -3, -2]) },
  RO: { form: /^[1-9]\d{1,9}$/, check: romanian },
  SE: { form: /^\d{10}(?!00)\d\d$/, check: (body) => endsInLuhn(body.slice(0, 10)) },
  SI: { form: /^[1-9]\d{7}$/, check: slovenian },
  SK: { form: /^[1-9]\d[2-46-9]\d{7}$/, check: (body) => Number(body) % 11 === 0 },
  XI: { form: /^(?:\d{9}|\d{12}|GD[0-4]\d\d|HA[5-9]\d\d)$/, check: northernIrish },
};

/** Prefixes of the VAT numbers that VIES covers. */
export const VIES_PREFIXES: readonly string[] = Object.keys(RULES);

/** Whether VIES covers numbers with this prefix: those of the member states and of Northern Ireland. */
export const isViesPrefix = (prefix: string): boolean => Object.hasOwn(RULES, prefix);

/** Common wrong prefixes, with the correct one. */
const OTHER_PREFIXES: Readonly<Record<string, string>> = {
  GR: 'Greek VAT numbers start with EL.',
  GB: 'VIES covers EU member states, and Northern Ireland with the prefix XI.',
  UK: 'VIES covers EU member states, and Northern Ireland with the prefix XI.',
};

/** Why VIES does not support the prefix of a number; undefined if it does. */
export const faultOfPrefix = (vatNumber: string): string | undefined => {
  const prefix = vatNumber.slice(0, 2);
  if (isViesPrefix(prefix)) return undefined;
  const hint = OTHER_PREFIXES[prefix] ?? 'VIES covers EU member states only.';
  return `VIES does not know the prefix ${prefix}. ${hint}`;
};

/** What is wrong with a VAT number; undefined if its format and check digits are valid. */
export const faultOfVatNumber = (vatNumber: string): string | undefined => {
  const prefix = vatNumber.slice(0, 2);
  const body = vatNumber.slice(2);
  const rule = RULES[prefix];
  if (rule === undefined) return faultOfPrefix(vatNumber);
  if (!rule.form.test(body)) return `${vatNumber} does not match the format of VAT numbers with the prefix ${prefix}.`;
  return rule.check(body) ? undefined : `The check digits of ${vatNumber} are wrong.`;
};
