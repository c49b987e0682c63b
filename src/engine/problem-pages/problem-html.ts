import { escapeHtml } from '../html/html.ts';
import { toTextPage } from '../html/text-page.ts';
import type { ProblemCatalogue } from '../problems/catalogue.ts';
import type { ProblemRule } from '../problems/problem-text.ts';

/** Converts our own texts, in which backticks mark code, to HTML. */
const prose = (text: string): string => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');

const list = (items: readonly string[]): string => `<ul>\n${items.map((item) => `<li>${item}</li>`).join('\n')}\n</ul>`;

interface ProblemPage {
  readonly problems: ProblemCatalogue;
  /** The type URI. */
  readonly type: string;
  readonly example: object | undefined;
}

/** The page of one type, with an example if there is one. Links are relative, so that they work behind any base URL. */
export const problemToHtml = (name: string, { problems, type: uri, example }: ProblemPage): string => {
  const shown = problems.get(name);
  if (shown === undefined) throw new Error(`there is no problem type ${name}`);
  const { status, title, texts } = shown;
  const { meaning, causes, remedy, rule } = texts;
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
    ...siblingsOf(name, status, problems),
  ]);
};

const exampleOf = (example: object | undefined): string[] =>
  example === undefined
    ? []
    : ['<h2>Example</h2>', `<pre><code>${escapeHtml(JSON.stringify(example, undefined, 2))}</code></pre>`];

/** Distinguishes documented facts from assumptions. */
const sourceOf = ({ documented, assumptions }: ProblemRule): string => {
  const ids = assumptions.map((id) => `\`${id}\``).join(', ');
  if (!documented)
    return `The API description does not document this. docs/assumptions.md records what we assume: ${ids}.`;
  if (ids === '') return 'Documented in the API description.';
  return `Documented in the API description. Where it leaves details open, docs/assumptions.md records what we assume: ${ids}.`;
};

const siblingsOf = (name: string, status: number, problems: ProblemCatalogue): string[] => {
  const siblings = [...problems].filter(([other, type]) => other !== name && type.status === status);
  if (siblings.length === 0) return [];
  const links = siblings.map(([other, { title }]) => `<a href="${other}">${escapeHtml(title)}</a>`);
  return [
    '<nav aria-labelledby="siblings">',
    `<h2 id="siblings">Other types with status ${String(status)}</h2>`,
    list(links),
    '</nav>',
  ];
};

/**
 * The list of all types. `below` is the relative path from the list to the type pages, `home` the one to the server
 * root.
 */
export const problemListToHtml = (
  problems: ProblemCatalogue,
  { below, home }: { readonly below: string; readonly home: string },
): string =>
  toTextPage('Problem types', [
    `<nav aria-label="Up"><a href="${home}">Home</a></nav>`,
    '<main>',
    '<h1>Problem types</h1>',
    '<p>Why a request was refused and what to do about it. Clients should tolerate unknown types.</p>',
    list(
      [...problems].map(
        ([name, { status, title, texts }]) =>
          `<a href="${below}${name}">${escapeHtml(title)}</a> (${String(status)}): ${prose(texts.meaning)}`,
      ),
    ),
    '</main>',
  ]);
