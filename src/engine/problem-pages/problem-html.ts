import { escapeHtml } from '../html/html.ts';
import { toTextPage } from '../html/text-page.ts';
import { PROBLEM_TYPES, type ProblemType } from '../problems/catalogue.ts';
import { PROBLEM_TEXTS } from '../problems/problem-texts.ts';
import type { ProblemRule } from '../problems/problem-text.ts';

/** Our own texts, where backticks mark code. */
const prose = (text: string): string => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');

const list = (items: readonly string[]): string => `<ul>\n${items.map((item) => `<li>${item}</li>`).join('\n')}\n</ul>`;

/** The page of one type, with an example of it where there is one. Links are relative: they hold behind any address. */
export const problemToHtml = (name: ProblemType, uri: string, example: object | undefined): string => {
  const { status, title } = PROBLEM_TYPES[name];
  const { meaning, causes, remedy, rule } = PROBLEM_TEXTS[name];
  return toTextPage(`${title} (${String(status)})`, [
    '<nav aria-label="Up"><a href="../">Home</a> / <a href="../problems">All problem types</a></nav>',
    '<main>',
    `<h1>${escapeHtml(title)}</h1>`,
    `<p>Status ${String(status)}, type <code>${escapeHtml(uri)}</code></p>`,
    `<p>${prose(meaning)}</p>`,
    '<h2>Common causes</h2>',
    list(causes.map(prose)),
    '<h2>What to do</h2>',
    `<p>${prose(remedy)}</p>`,
    ...exampleOf(example),
    '<h2>Rule</h2>',
    `<p>${prose(rule.text)} ${prose(sourceOf(rule))}</p>`,
    '</main>',
    ...siblingsOf(name, status),
  ]);
};

const exampleOf = (example: object | undefined): string[] =>
  example === undefined
    ? []
    : ['<h2>Example</h2>', `<pre><code>${escapeHtml(JSON.stringify(example, undefined, 2))}</code></pre>`];

/** Tells a fact from our guess. */
const sourceOf = ({ documented, assumptions }: ProblemRule): string => {
  const ids = assumptions.map((id) => `\`${id}\``).join(', ');
  if (!documented)
    return `The API description does not document this. docs/assumptions.md records what we assume: ${ids}.`;
  if (ids === '') return 'Documented in the API description.';
  return `Documented in the API description. Where it leaves details open, docs/assumptions.md records what we assume: ${ids}.`;
};

const siblingsOf = (name: ProblemType, status: number): string[] => {
  const siblings = entries().filter(([other, type]) => other !== name && type.status === status);
  if (siblings.length === 0) return [];
  const links = siblings.map(([other, { title }]) => `<a href="${other}">${escapeHtml(title)}</a>`);
  return [
    '<nav aria-labelledby="siblings">',
    `<h2 id="siblings">Other types with status ${String(status)}</h2>`,
    list(links),
    '</nav>',
  ];
};

/** All types. `below` leads from the address of the list to the addresses of the pages, `home` to that of the server. */
export const problemListToHtml = ({ below, home }: { readonly below: string; readonly home: string }): string =>
  toTextPage('Problem types', [
    `<nav aria-label="Up"><a href="${home}">Home</a></nav>`,
    '<main>',
    '<h1>Problem types</h1>',
    '<p>Why a request was refused and what to do about it. Clients should tolerate unknown types.</p>',
    list(
      entries().map(
        ([name, { status, title }]) =>
          `<a href="${below}${name}">${escapeHtml(title)}</a> (${String(status)}): ${prose(PROBLEM_TEXTS[name].meaning)}`,
      ),
    ),
    '</main>',
  ]);

const entries = () => Object.entries(PROBLEM_TYPES) as [ProblemType, (typeof PROBLEM_TYPES)[ProblemType]][];
