import type { Section, Sheet } from '../../vat/sheet/sheet.ts';
import { type Certificate, factsOf, summaryOf, verdictOf } from './certificate.ts';
import type { GradedCheck, GradedLevel } from './grade.ts';

/** The certificate on paper; `digest` is that of the JSON. */
export const toSheet = (certificate: Certificate, digest: string): Sheet => {
  const { level, levels, tested, doesNotProve } = certificate;
  const verdict = verdictOf(certificate);
  const facts = factsOf(certificate);
  return {
    title: 'Client certificate',
    subtitle: 'of the Integration API',
    reference: { headline: `Profile ${tested.profile}`, lines: [`vatmock ${tested.vatmock}`] },
    warning: 'Tested against a stub server: proves nothing about the real service',
    banner: {
      tone: level === null ? 'bad' : level === levels.at(-1)?.level ? 'good' : 'caution',
      headline: verdict,
      text: levels.map((one) => `${one.title}: ${summaryOf(one)}.`).join(' '),
    },
    sections: [
      { kind: 'fields', title: 'What was tested', groups: [{ fields: facts.slice(0, 3) }, { fields: facts.slice(3) }] },
      ...levels.flatMap(toSections),
      { kind: 'notes', title: 'Operations used', notes: [tested.operationsUsed.join(', ') || 'None.'] },
      { kind: 'notes', title: 'Switches turned', notes: [tested.switchesTurned.join(', ') || 'None.'] },
      { kind: 'notes', title: 'What this does not prove', notes: doesNotProve },
    ],
    footer: `SHA-256 of certificate.json: ${digest}`,
    information: { id: digest, subject: verdict, madeAt: new Date(tested.sandboxTime) },
  };
};

const toSections = ({ title, reached, checks }: GradedLevel): readonly Section[] => {
  const notes = checks.flatMap(toNotes);
  return [
    {
      kind: 'table',
      title: `${title}: ${reached ? 'reached' : 'not reached'}`,
      columns: [
        { title: 'Check', share: 6 },
        { title: 'Grade', share: 1 },
      ],
      rows: checks.map(({ check, tested, grade }) => [{ text: check, note: tested }, grade]),
    },
    ...(notes.length === 0 ? [] : [{ kind: 'notes', title: `Reasons: ${title}`, notes } as const]),
  ];
};

const toNotes = ({ check, reasons }: GradedCheck): readonly string[] =>
  reasons.map(({ finding, place, remedy = '' }) =>
    `${check}${place === undefined ? '' : `, ${place}`}: ${finding} ${remedy.replaceAll('`', '')}`.trim(),
  );
