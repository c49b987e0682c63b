import { type Section, type Sheet, tableOf } from '../../vat/sheet/sheet.ts';
import type { Certificate } from './certificate.ts';
import { factsOf, summaryOf, verdictOf } from './to-html.ts';

/** The certificate on paper. */
export const toSheet = (certificate: Certificate, digest: string): Sheet => {
  const { levels, tested, doesNotProve } = certificate;
  const verdict = verdictOf(certificate);
  return {
    title: 'Client certificate',
    subtitle: tested.command,
    reference: {
      headline: verdict,
      lines: [`vatmock ${tested.vatmock}, profile ${String(tested.profile)}`, `description ${tested.description}`],
    },
    warning: 'Tested against a stub server: no statement about the real service',
    banner: {
      tone: certificate.level === null ? 'bad' : levels.every(({ isReached }) => isReached) ? 'good' : 'caution',
      headline: verdict,
      text: levels.map((level) => `${level.title}: ${summaryOf(level)}.`).join(' '),
    },
    sections: [
      { kind: 'notes', title: 'What was tested', notes: factsOf(certificate).map(([label, value]) => `${label}: ${value}`) },
      ...levels.flatMap(({ title, isReached, promise, checks }): readonly Section[] => [
        tableOf(`${title}: ${isReached ? 'reached' : 'not reached'}. ${promise}`, '', checks, {
          Check: [5, ({ check, tested }) => ({ text: check, note: tested })],
          Grade: [1, ({ grade }) => grade],
        }),
        ...notesOf(
          checks.flatMap(({ check, reasons }) =>
            reasons.map(({ finding, place, remedy }) =>
              [`${check}: ${finding}`, ...(place === undefined ? [] : [`(${place})`]), ...(remedy === undefined ? [] : [remedy])].join(' '),
            ),
          ),
        ),
      ]),
      { kind: 'notes', title: 'What this does not prove', notes: doesNotProve },
    ],
    footer: `SHA-256 of certificate.json: ${digest}`,
    information: { id: digest, subject: verdict, madeAt: new Date(tested.sandboxTime) },
  };
};

const notesOf = (notes: readonly string[]): readonly Section[] =>
  notes.length === 0 ? [] : [{ kind: 'notes', title: 'Reasons', notes }];
