import { escapeHtml, toPagePolicy } from '../html.ts';
import type { AnswerCoverage, CoverageReport, Met, OperationCoverage } from './coverage-report.ts';

const STYLE = `
:root { color-scheme: light dark; }
body { margin: 0 auto; max-width: 64rem; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { margin-bottom: 0; font-size: 1.6rem; line-height: 1.2; }
h2 { margin-top: 2rem; font-size: 1.2rem; }
table { border-collapse: collapse; width: 100%; }
caption { text-align: left; padding-bottom: 0.3rem; }
th, td { border-bottom: 1px solid #8886; padding: 0.25rem 0.5rem; text-align: left; vertical-align: top; font-weight: normal; }
thead th { font-weight: 600; }
code { font-size: 0.9em; }
ul { margin: 0; padding: 0; list-style: none; display: flex; flex-wrap: wrap; gap: 0.25rem 0.9rem; }
.met::before { content: "\\2713\\00a0"; }
.never::before { content: "\\2013\\00a0"; }
.never { opacity: 0.75; }
`;

export const COVERAGE_POLICY = toPagePolicy(STYLE);

const code = (text: string): string => `<code>${escapeHtml(text)}</code>`;

/** Said in words, and not by a colour alone. */
const times = (count: number): string => (count === 0 ? 'never' : `${String(count)}&times;`);

const item = (label: string, count: number, more = ''): string =>
  `<li class="${count === 0 ? 'never' : 'met'}">${label} ${times(count)}${more}</li>`;

const list = (items: readonly string[]): string => (items.length === 0 ? '<p>None.</p>' : `<ul>${items.join('')}</ul>`);

const toAnswer = ({ status, count, problemTypes }: AnswerCoverage): string =>
  item(
    escapeHtml(status),
    count,
    problemTypes.length === 0 ? '' : ` (${problemTypes.map(({ name }) => code(name)).join(', ')})`,
  );

const toRow = ({ operationId, method, path, calls, answers }: OperationCoverage): string => `<tr>
<th scope="row">${code(operationId)}<br>${escapeHtml(`${method} ${path}`)}</th>
<td>${times(calls)}</td>
<td>${list(answers.map(toAnswer))}</td>
</tr>`;

const LABELS: readonly (readonly [keyof CoverageReport['summary'], string])[] = [
  ['operations', 'Operations'],
  ['answers', 'Described answers'],
  ['problemTypes', 'Problem types'],
  ['events', 'Events'],
  ['capabilities', 'Capabilities'],
];

const toSummary = ({ summary }: CoverageReport): string => `<table>
<caption>How much of what is described was met</caption>
<thead><tr><th scope="col">What</th><th scope="col">Met</th><th scope="col">Described</th></tr></thead>
<tbody>
${LABELS.map(([name, label]) => `<tr><th scope="row">${label}</th><td>${String(summary[name].met)}</td><td>${String(summary[name].described)}</td></tr>`).join('\n')}
</tbody>
</table>`;

const section = (title: string, body: string): string => `<h2>${title}</h2>\n${body}`;

const named = (all: readonly Met[]): string => list(all.map(({ name, count }) => item(code(name), count)));

/** As one page that needs nothing else. */
export const toHtml = (report: CoverageReport, sandbox: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Coverage of ${escapeHtml(sandbox)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Coverage of ${escapeHtml(sandbox)}</h1>
<p>${String(report.exchanges)} exchanges since <time datetime="${escapeHtml(report.since)}">${escapeHtml(report.since)}</time>.</p>
${toSummary(report)}
${section(
  'Operations',
  `<table>
<caption>Each operation with the answers that it is described with</caption>
<thead><tr><th scope="col">Operation</th><th scope="col">Calls</th><th scope="col">Answers</th></tr></thead>
<tbody>
${report.operations.map(toRow).join('\n')}
</tbody>
</table>`,
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
  'Answers that the description does not have',
  list(
    report.undescribed.map(({ operationId, status, count }) => item(`${code(operationId)} ${String(status)}`, count)),
  ),
)}
</main>
</body>
</html>
`;
