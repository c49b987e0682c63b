import { escapeHtml, toPage } from '../../engine/html/html.ts';
import { type Certificate, summaryOf } from './certificate.ts';
import type { Grade, GradedCheck, GradedLevel, Reason } from './grade.ts';

/** Colours by meaning, each readable on its background in light and dark; a sign and a word say the same. */
const STYLE = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#fff, #14171c); --raised: light-dark(#f4f6f9, #1d2128); --line: light-dark(#d5dae2, #363c47);
  --text: light-dark(#1b2028, #e6e9ee); --muted: light-dark(#566072, #a3adbd); --accent: light-dark(#12456b, #8fc1e8);
  --good: light-dark(#1d6b3a, #86d3a2); --bad: light-dark(#b3261e, #f2a19b); --open: light-dark(#7a4b00, #f0c36d);
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 2rem 1.25rem 3rem; background: var(--ground); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: break-word; }
h1 { margin: 0; font-size: 1.1rem; font-weight: 600; color: var(--muted); }
h2 { margin: 0; font-size: 1.25rem; line-height: 1.3; }
h3 { margin: 0; font-size: 1rem; line-height: 1.5; }
p { margin: 0; }
.verdict { margin: 0.15rem 0 1.5rem; font-size: clamp(1.9rem, 6vw, 2.75rem); font-weight: 700; line-height: 1.15; letter-spacing: -0.01em; }
.steps { display: grid; grid-template-columns: repeat(3, 1fr); gap: 0.5rem; margin: 0 0 1.75rem; }
.steps p { border-top: 4px solid; padding-top: 0.4rem; font-size: 0.875rem; line-height: 1.35; }
.steps b { display: block; color: var(--text); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.3rem 1.25rem; margin: 0; padding: 1rem 1.25rem; background: var(--raised); border-radius: 8px; font-size: 0.9rem; }
dt { color: var(--muted); }
dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
code { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: 0.9em; }
section { margin-top: 2.5rem; }
h2 + .tested { margin-bottom: 0.5rem; }
article { display: grid; grid-template-columns: 9.5rem 1fr; gap: 0 1rem; padding: 0.7rem 0; border-top: 1px solid var(--line); break-inside: avoid; }
.grade { font-weight: 600; white-space: nowrap; }
.tested { color: var(--muted); font-size: 0.925rem; }
.reasons { margin: 0.4rem 0 0; padding: 0; list-style: none; font-size: 0.925rem; }
.reasons li { border-left: 3px solid var(--line); padding: 0.1rem 0 0.1rem 0.75rem; margin-top: 0.4rem; overflow-wrap: anywhere; }
.failed .reasons li { border-color: var(--bad); }
.passed { color: var(--good); }
.failed { color: var(--bad); }
.not-exercised { color: var(--open); }
.not-applicable { color: var(--muted); }
article div, .steps p { color: var(--text); }
.steps .passed { border-color: var(--good); }
.steps .failed { border-color: var(--bad); }
.names { margin: 0.5rem 0 0; padding: 0; list-style: none; display: flex; flex-wrap: wrap; gap: 0.15rem 1rem; }
.limits { margin: 0.5rem 0 0; padding-left: 1.1rem; }
.limits li { margin-bottom: 0.3rem; }
pre { margin: 0.5rem 0 0; padding: 0.75rem 1rem; background: var(--raised); border-radius: 8px; overflow-x: auto; }
@media (max-width: 34rem) {
  article { grid-template-columns: 1fr; }
}
@page { margin: 16mm 15mm; }
@media print {
  :root { color-scheme: light; font-size: 70%; }
  body { max-width: none; padding: 0; }
  section { margin-top: 1.75rem; }
  h2, h2 + .tested { break-after: avoid; }
}
`;

const SIGNS: Readonly<Record<Grade, string>> = {
  passed: '\u2713',
  failed: '\u2717',
  'not exercised': '\u25CB',
  'not applicable': '\u2013',
};

const code = (text: string): string => `<code>${escapeHtml(text)}</code>`;

/** Remedies have code between backticks. */
const withCode = (text: string): string => escapeHtml(text).replaceAll(/`(.+?)`/g, '<code>$1</code>');

const list = (items: readonly string[], kind: string): string =>
  `<ul class="${kind}">${items.map((item) => `<li>${item}</li>`).join('\n')}</ul>`;

const toReason = ({ finding, place, remedy }: Reason): string =>
  `${escapeHtml(finding)} ${place === undefined ? '' : code(place)}<p class="tested">${withCode(remedy ?? '')}</p>`;

const toArticle = ({ check, tested, grade, reasons }: GradedCheck): string =>
  `<article class="${grade.replace(' ', '-')}">
<p class="grade">${SIGNS[grade]} ${grade}</p>
<div><h3>${escapeHtml(check)}</h3>
<p class="tested">${escapeHtml(tested)}</p>
${reasons.length === 0 ? '' : list(reasons.map(toReason), 'reasons')}</div>
</article>`;

const section = (title: string, body: string): string => `<section>\n<h2>${title}</h2>\n${body}\n</section>`;

const toSection = ({ title, promise, reached, checks }: GradedLevel): string =>
  section(
    `${escapeHtml(title)}: ${reached ? 'reached' : 'not reached'}`,
    `<p class="tested">${escapeHtml(promise)}</p>\n${checks.map(toArticle).join('\n')}`,
  );

const toStep = (level: GradedLevel): string => {
  const grade = level.reached ? 'passed' : 'failed';
  return `<p class="${grade}"><b>${SIGNS[grade]} ${escapeHtml(level.title)}</b>${summaryOf(level)}</p>`;
};

/** What was tested with what, by label. */
const factsOf = ({ tested }: Certificate): readonly (readonly [label: string, value: string])[] => [
  ['Command', tested.command],
  ['Seed', tested.seed],
  ['Sandbox time', tested.sandboxTime],
  ['Profile', String(tested.profile)],
  ['vatmock', tested.vatmock],
  ['Description', tested.description],
];

/** A page that needs nothing else; `digest` is that of the JSON. */
export const toHtml = (certificate: Certificate, digest: string): string => {
  const { level, levels, tested, doesNotProve } = certificate;
  const verdict = levels.find((one) => one.level === level)?.title ?? 'No level reached';
  const facts = factsOf(certificate).map(([label, value]) => `<dt>${label}</dt><dd>${escapeHtml(value)}</dd>`);
  const body = `<main>
<h1>vatmock client certificate</h1>
<p class="verdict ${level === null ? 'failed' : 'passed'}">${escapeHtml(verdict)}</p>
<div class="steps">${levels.map(toStep).join('\n')}</div>
<dl>${facts.join('\n')}</dl>
${levels.map(toSection).join('\n')}
${section('Operations used', list(tested.operationsUsed.map(code), 'names'))}
${section('Switches turned', list(tested.switchesTurned.map(code), 'names'))}
${section('What this does not prove', list(doesNotProve.map(escapeHtml), 'limits'))}
${section('Is it genuine?', `<p>This page is a copy; <code>certificate.json</code> is signed. Its SHA-256 is ${code(digest)}. With <code>certificate.json.jws</code> beside it:</p>\n<pre><code>npx vatmock certify certificate.json</code></pre>`)}
</main>`;
  return toPage({ title: `Client certificate: ${verdict}`, style: STYLE, body });
};
