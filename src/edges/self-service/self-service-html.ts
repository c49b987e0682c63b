import { escapeHtml, toTextPage } from '../../engine/html/html.ts';
import type { FormField, FormValues, SelfServiceForm } from './self-service-form.ts';

/** Error message by input name; the empty name is for messages that belong to no input. */
export type FormFaults = ReadonlyMap<string, string>;

/** Shown on every page, so that it cannot be mistaken for the real service. */
const STUB = '<p class="lead">This is a stub server for tests and demonstrations. Do not enter real personal data.</p>';

export const formToHtml = ({
  form,
  kind,
  expiresAt,
  values,
  faults,
}: {
  readonly form: SelfServiceForm;
  readonly kind: string;
  readonly expiresAt: string;
  readonly values: FormValues;
  readonly faults: FormFaults;
}): string =>
  toTextPage(form.title, [
    '<main>',
    `<h1>${escapeHtml(form.title)}</h1>`,
    `<p>${escapeHtml(form.lead)}</p>`,
    STUB,
    ...(faults.size === 0
      ? []
      : ['<p class="note" role="alert">Some details are missing or wrong. Correct them and submit again.</p>']),
    ...faultOf('', faults),
    // A form without an action submits to its own URL, which is correct behind any proxy.
    '<form method="post">',
    `<input type="hidden" name="kind" value="${escapeHtml(kind)}">`,
    ...form.groups.flatMap(({ legend, fields }) => [
      `<fieldset><legend>${escapeHtml(legend)}</legend>`,
      ...fields.map((field) => toInput(field, values, faults)),
      '</fieldset>',
    ]),
    '<button type="submit">Submit</button>',
    '</form>',
    `<p class="lead">You can use this link once, until ${toTime(expiresAt)}.</p>`,
    '</main>',
  ]);

const toInput = (field: FormField, values: FormValues, faults: FormFaults): string => {
  const { name, label, optional = false, type = 'text', autofill, hint, wide = false, options } = field;
  const described = [hint === undefined ? '' : `${name}-hint`, faults.has(name) ? `${name}-fault` : ''];
  const shared = [
    `id="${name}" name="${name}"`,
    `autocomplete="${autofill}"`,
    ...(optional ? [] : ['required']),
    ...(faults.has(name) ? ['aria-invalid="true"'] : []),
    ...(described.some(Boolean) ? [`aria-describedby="${described.filter(Boolean).join(' ')}"`] : []),
  ].join(' ');
  const value = values.get(name) ?? '';
  const input =
    options === undefined
      ? `<input type="${type}" ${shared} value="${escapeHtml(value)}">`
      : `<select ${shared}>${options
          .map(([option, text]) => `<option value="${option}"${option === value ? ' selected' : ''}>${text}</option>`)
          .join('')}</select>`;
  return [
    `<div class="field${wide ? ' wide' : ''}">`,
    `<label for="${name}">${escapeHtml(label)}${optional ? ' <span>(optional)</span>' : ''}${
      hint === undefined ? '' : ` <span id="${name}-hint">${escapeHtml(hint)}</span>`
    }</label>`,
    input,
    ...faultOf(name, faults),
    '</div>',
  ].join('\n');
};

const faultOf = (name: string, faults: FormFaults): string[] => {
  const fault = faults.get(name);
  return fault === undefined ? [] : [`<p class="fault" id="${name}-fault">${escapeHtml(fault)}</p>`];
};

/** `note` is HTML. */
const toNotePage = (title: string, note: string, ...below: readonly string[]): string =>
  toTextPage(title, ['<main>', `<h1>${escapeHtml(title)}</h1>`, note, STUB, ...below, '</main>']);

export const doneToHtml = ({ done }: SelfServiceForm): string =>
  toNotePage('Thank you', `<p class="note done">${escapeHtml(done)}</p>`);

export const busyToHtml = (): string =>
  toNotePage(
    'Please try again',
    '<p class="note">The server is busy and has not read your details. Go back and submit them again.</p>',
  );

/** Renders an API error for the person who opened the link. */
export const refusalToHtml = (title: string, detail: string, typeUri: string): string =>
  toNotePage(
    title,
    `<p class="note">${escapeHtml(detail)}</p>`,
    `<p><a href="${escapeHtml(typeUri)}">What this problem means</a></p>`,
  );

/** Formats an instant for readers, with the exact value for programs. */
const toTime = (instant: string): string =>
  `<time datetime="${escapeHtml(instant)}">${escapeHtml(instant.slice(0, 16).replace('T', ' '))} UTC</time>`;
