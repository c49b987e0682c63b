import { escapeHtml, toPage } from '../../engine/html/html.ts';
import type { Certificate } from './certificate.ts';
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
.steps { display: grid; grid-template-columns: repeat(3, 1fr); gap: 0.5rem; margin: 0 0 1.75rem; padding: 0; list-style: none; }
.steps li { border-top: 4px solid; padding-top: 0.4rem; font-size: 0.875rem; line-height: 1.35; }
.steps b { display: block; color: var(--text); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.3rem 1.25rem; margin: 0; padding: 1rem 1.25rem; background: var(--raised); border-radius: 8px; font-size: 0.9rem; }
dt { color: var(--muted); }
dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
code { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: 0.9em; }
section { margin-top: 2.5rem; }
.promise { color: var(--muted); margin-bottom: 0.5rem; }
article { display: grid; grid-template-columns: 9.5rem 1fr; gap: 0 1rem; padding: 0.7rem 0; border-top: 1px solid var(--line); break-inside: avoid; }
.grade { font-weight: 600; white-space: nowrap; }
.tested { color: var(--muted); font-size: 0.925rem; }
.reasons { margin: 0.4rem 0 0; padding: 0; list-style: none; font-size: 0.925rem; }
.reasons li { border-left: 3px solid var(--line); padding: 0.1rem 0 0.1rem 0.75rem; margin-top: 0.4rem; overflow-wrap: anywhere; }
.reasons .failed { border-color: var(--bad); }
.passed { color: var(--good); }
.failed { color: var(--bad); }
.not-exercised { color: var(--open); }
.not-applicable { color: var(--muted); }
.reasons li, .steps li { color: var(--text); }
.steps .passed { border-color: var(--good); }
.steps .failed { border-color: var(--bad); }
.limits { margin: 0.5rem 0 0; padding-left: 1.1rem; }
.limits li { margin-bottom: 0.3rem; }
pre { margin: 0.5rem 0 0; padding: 0.75rem 1rem; background: var(--raised); border-radius: 8px; overflow-x: auto; }
@media (max-width: 34rem) {
  article { grid-template-columns: 1fr; }
  dl { grid-template-columns: 1fr; gap: 0; }
  dd { margin-bottom: 0.5rem; }
}
@media print { :root { color-scheme: light; } body { padding: 0; font-size: 0.8rem; } section { margin-top: 1.5rem; } h2, .promise { break-after: avoid; } }
`;

const SIGNS: Readonly<Record<Grade, string>> = {
  passed: '\u2713',
  failed: '\u2717',
  'not exercised': '\u25CB',
  'not applicable': '\u2013',
};

const classOf = (grade: Grade): string => grade.replace(' ', '-');

const code = (text: string): string => `<code>${escapeHtml(text)}</code>`;

const toReason = ({ finding, place, remedy }: Reason, grade: Grade): string =>
  `<li class="${classOf(grade)}">${escapeHtml(finding)}${place === undefined ? '' : ` ${code(place)}`}${
    remedy === undefined ? '' : `<p class="tested">${escapeHtml(remedy)}</p>`
  }</li>`;

const toArticle = ({ check, tested, grade, reasons }: GradedCheck): string => `<article>
<p class="grade ${classOf(grade)}">${SIGNS[grade]} ${grade}</p>
<div><h3>${escapeHtml(check)}</h3>
<p class="tested">${escapeHtml(tested)}</p>
${reasons.length === 0 ? '' : `<ul class="reasons">${reasons.map((reason) => toReason(reason, grade)).join('')}</ul>`}</div>
</article>`;

const toSection = ({ title, promise, isReached, checks }: GradedLevel): string => `<section>
<h2>${escapeHtml(title)}: ${isReached ? 'reached' : 'not reached'}</h2>
<p class="promise">${escapeHtml(promise)}</p>
${checks.map(toArticle).join('\n')}
</section>`;

/** Counts by grade, such as `7 passed, 1 not applicable`. */
export const summaryOf = ({ checks }: GradedLevel): string =>
  (Object.keys(SIGNS) as Grade[])
    .map((grade) => [checks.filter((check) => check.grade === grade).length, grade] as const)
    .filter(([count]) => count > 0)
    .map(([count, grade]) => `${String(count)} ${grade}`)
    .join(', ');

/** The level in words, as a heading. */
export const verdictOf = ({ level, levels }: Certificate): string =>
  levels.find((one) => one.level === level)?.title ?? 'No level reached';

/** What was tested, by label. */
export const factsOf = ({ tested }: Certificate): readonly (readonly [label: string, value: string])[] => [
  ['Command', tested.command],
  ['vatmock', tested.vatmock],
  ['Description', tested.description],
  ['Profile', String(tested.profile)],
  ['Seed', tested.seed],
  ['Sandbox time', tested.sandboxTime],
  ['Operations', tested.operationsUsed.join(', ') || 'none'],
  ['Switches turned', tested.switchesTurned.join(', ') || 'none'],
];

/** A page that needs nothing else; `digest` is that of the JSON. */
export const toHtml = (certificate: Certificate, digest: string): string =>
  toPage({
    title: `Client certificate: ${verdictOf(certificate)}`,
    style: STYLE,
    body: `<main>
<h1>vatmock client certificate</h1>
<p class="verdict ${certificate.level === null ? 'failed' : 'passed'}">${escapeHtml(verdictOf(certificate))}</p>
<ul class="steps">${certificate.levels
      .map((level) => `<li class="${level.isReached ? 'passed' : 'failed'}"><b>${level.isReached ? SIGNS.passed : SIGNS.failed} ${escapeHtml(level.title)}</b>${summaryOf(level)}</li>`)
      .join('')}</ul>
<dl>${factsOf(certificate)
      .map(([label, value]) => `<dt>${label}</dt><dd>${escapeHtml(value)}</dd>`)
      .join('\n')}</dl>
${certificate.levels.map(toSection).join('\n')}
<section>
<h2>What this does not prove</h2>
<ul class="limits">${certificate.doesNotProve.map((text) => `<li>${escapeHtml(text)}</li>`).join('\n')}</ul>
</section>
<section>
<h2>Is it genuine?</h2>
<p>This page is a copy; <code>certificate.json</code> is signed. Its SHA-256 is ${code(digest)}. With <code>certificate.json.jws</code> beside it:</p>
<pre><code>npx vatmock certify certificate.json</code></pre>
</section>
</main>`,
  });
