import { escapeHtml, toPage, toPagePolicy } from '../html/html.ts';
import type { CoverageCounts, CoverageReport } from '../../generated/control-schemas.ts';

type OperationCoverage = CoverageReport['operations'][number];

/** Colours by meaning, each readable on its background in light and dark mode; a symbol or word conveys the same. */
const STYLE = `
:root {
  color-scheme: light dark;
  --text: light-dark(#1a1a1a, #e8e8e8); --ground: light-dark(#fff, #16181b); --muted: light-dark(#595959, #a6a6a6);
  --line: light-dark(#d5d5d5, #3c4046);
  --good: light-dark(#116329, #7ee2a0); --refused: light-dark(#7a4b00, #f0c36d); --failed: light-dark(#a40e26, #ff9aa2);
}
body { margin: 0 auto; max-width: 72rem; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif; color: var(--text); background: var(--ground); }
h1 { margin-bottom: 0; font-size: 1.6rem; line-height: 1.2; overflow-wrap: break-word; }
h2 { margin-top: 2rem; font-size: 1.2rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
caption { text-align: left; padding-bottom: 0.3rem; color: var(--muted); }
th, td { border-bottom: 1px solid var(--line); padding: 0.35rem 0.6rem; text-align: left; vertical-align: top; font-weight: normal; }
thead th { font-weight: 600; white-space: nowrap; }
.number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
meter { width: 9rem; height: 0.9rem; vertical-align: middle; }
code { font-size: 0.9em; }
.path { color: var(--muted); font-size: 0.9em; }
ul { margin: 0; padding: 0; list-style: none; display: flex; flex-wrap: wrap; gap: 0.25rem 0.9rem; }
li { white-space: nowrap; }
li.long { white-space: normal; }
.met::before { content: "\\2713\\00a0"; }
.never::before { content: "\\2013\\00a0"; }
.good { color: var(--good); }
.refused { color: var(--refused); }
.failed { color: var(--failed); }
.never { color: var(--muted); }
@media (max-width: 44rem) {
  meter { width: 4rem; }
  .answers thead { display: none; }
  .answers tr { display: block; border-bottom: 1px solid var(--line); padding: 0.4rem 0; }
  .answers th, .answers td { display: block; border: 0; padding: 0.1rem 0; text-align: left; }
  .answers td.number { display: inline-block; margin-right: 1rem; text-align: left; }
}
@media print { .wide { overflow: visible; } }
`;

export const COVERAGE_POLICY = toPagePolicy(STYLE);

const code = (text: string): string => `<code>${escapeHtml(text)}</code>`;

/** The count in words, so that the meaning does not depend on colour alone. */
const times = (count: number): string => (count === 0 ? 'never' : `${count}&times;`);

/** Meaning of a response by its status class; everything else that was used counts as good. */
const meaningOf = (status = ''): string =>
  status.startsWith('5') ? 'failed' : status.startsWith('4') ? 'refused' : 'good';

const item = (
  label: string,
  count: number,
  { more = '', status }: { readonly more?: string; readonly status?: string } = {},
): string =>
  `<li class="${count === 0 ? 'never' : `met ${meaningOf(status)}`}${more === '' ? '' : ' long'}">${label} ${times(count)}${more}</li>`;

const list = (items: readonly string[]): string => (items.length === 0 ? '<p>None.</p>' : `<ul>${items.join('')}</ul>`);

const table = (content: string, kind = 'summary'): string =>
  `<div class="wide"><table class="${kind}">\n${content}\n</table></div>`;

const percentOf = (met: number, described: number): string =>
  described === 0 ? '&ndash;' : `${Math.floor((100 * met) / described)}&nbsp;%`;

/** A `meter` element: browsers colour it by its value, and screen readers announce the number. */
const meter = (label: string, met: number, described: number): string =>
  described === 0
    ? ''
    : `<meter aria-label="${label}" min="0" max="${described}" low="${described / 3}" high="${(described * 2) / 3}" optimum="${described}" value="${met}">${percentOf(met, described)}</meter>`;

const toAnswer = ({ status, count, problemTypes }: OperationCoverage['answers'][number]): string =>
  item(escapeHtml(status), count, {
    status,
    more: problemTypes.length === 0 ? '' : ` (${problemTypes.map(({ name }) => code(name)).join(', ')})`,
  });

/** Lets a long path wrap after its slashes, but not within words. */
const toPath = (path: string): string => escapeHtml(path).replaceAll('/', '/<wbr>');

const toRow = ({ operationId, method, path, calls, answers }: OperationCoverage): string => {
  const met = answers.filter(({ count }) => count > 0).length;
  return `<tr>
<th scope="row"><span class="${calls === 0 ? 'never' : 'met good'}">${code(operationId)}</span><br><span class="path">${escapeHtml(method)} ${toPath(path)}</span></th>
<td class="number">${times(calls)}</td>
<td class="number">${percentOf(met, answers.length)}</td>
<td>${list(answers.map(toAnswer))}</td>
</tr>`;
};

const LABELS: readonly (readonly [keyof CoverageReport['summary'], string])[] = [
  ['operations', 'Operations'],
  ['answers', 'Described responses'],
  ['problemTypes', 'Problem types'],
  ['events', 'Events'],
  ['capabilities', 'Capabilities'],
];

const toSummary = ({ summary }: CoverageReport): string =>
  table(`<caption>Coverage of the API description</caption>
<thead><tr><th scope="col">Part</th><th scope="col" class="number">Share</th><td></td><th scope="col" class="number">Covered</th><th scope="col" class="number">Described</th></tr></thead>
<tbody>
${LABELS.map(([name, label]) => {
  const { met, described } = summary[name];
  return `<tr><th scope="row">${label}</th><td class="number">${percentOf(met, described)}</td><td>${meter(label, met, described)}</td><td class="number">${met}</td><td class="number">${described}</td></tr>`;
}).join('\n')}
</tbody>`);

const section = (title: string, body: string): string => `<h2>${title}</h2>\n${body}`;

const named = (all: CoverageCounts): string => list(all.map(({ name, count }) => item(code(name), count)));

/** Renders a self-contained HTML page. */
export const toHtml = (report: CoverageReport, sandbox: string): string =>
  toPage({ title: `Coverage of ${sandbox}`, style: STYLE, body: toBody(report, sandbox) });

const toBody = (report: CoverageReport, sandbox: string): string => `<main>
<h1>Coverage of ${escapeHtml(sandbox)}</h1>
<p>${report.exchanges} exchanges since <time datetime="${escapeHtml(report.since)}">${escapeHtml(report.since)}</time>.</p>
${toSummary(report)}
${section(
  'Operations',
  table(
    `<caption>Each operation with its described responses: &#10003; returned, &ndash; never returned</caption>
<thead><tr><th scope="col">Operation</th><th scope="col" class="number">Calls</th><th scope="col" class="number">Share</th><th scope="col">Responses</th></tr></thead>
<tbody>
${report.operations.map(toRow).join('\n')}
</tbody>`,
    'answers',
  ),
)}
${section('Problem types', named(report.problemTypes))}
${section('Events', named(report.events))}
${section(
  'Capabilities',
  list(
    report.capabilities.flatMap(({ name, used, refused }) => [
      ...(used === null ? [] : [item(`${code(name)} used`, used)]),
      item(`${code(name)} missing`, refused),
    ]),
  ),
)}
${section(
  'Responses that the description does not have',
  list(
    report.undescribed.map(({ operationId, status, count }) =>
      item(`${code(operationId)} ${status}`, count, { status: String(status) }),
    ),
  ),
)}
</main>`;
