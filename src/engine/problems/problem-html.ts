import { escapeHtml, toPagePolicy } from '../html.ts';
import { PROBLEM_TYPES, type ProblemType } from './catalogue.ts';
import { PROBLEM_TEXTS, type ProblemRule } from './problem-texts.ts';

const STYLE = `
:root { color-scheme: light dark; }
body { margin: 0 auto; max-width: 42rem; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { margin-bottom: 0; font-size: 1.6rem; line-height: 1.2; }
h2 { margin-top: 1.8rem; font-size: 1.15rem; }
code { font-size: 0.95em; }
li { margin-bottom: 0.4rem; }
`;

export const HTML_POLICY = toPagePolicy(STYLE);

/** Our own texts, where backticks mark code. */
const prose = (text: string): string => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');

const list = (items: readonly string[]): string => `<ul>\n${items.map((item) => `<li>${item}</li>`).join('\n')}\n</ul>`;

const frame = (title: string, body: readonly string[]): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
${body.join('\n')}
</body>
</html>
`;

/** The page of one type. Links are relative: they hold behind any address. */
export const problemToHtml = (name: ProblemType, uri: string): string => {
  const { status, title } = PROBLEM_TYPES[name];
  const { meaning, causes, remedy, rule } = PROBLEM_TEXTS[name];
  return frame(`${title} (${String(status)})`, [
    '<nav aria-label="Up"><a href="../problems">All problem types</a></nav>',
    '<main>',
    `<h1>${escapeHtml(title)}</h1>`,
    `<p>Status ${String(status)}, type <code>${escapeHtml(uri)}</code></p>`,
    `<p>${prose(meaning)}</p>`,
    '<h2>Usual causes</h2>',
    list(causes.map(prose)),
    '<h2>What to do</h2>',
    `<p>${prose(remedy)}</p>`,
    '<h2>The rule behind it</h2>',
    `<p>${prose(rule.text)} ${prose(sourceOf(rule))}</p>`,
    '</main>',
    ...siblingsOf(name, status),
  ]);
};

/** Tells a fact from our guess. */
const sourceOf = ({ documented, assumptions }: ProblemRule): string => {
  const ids = assumptions.map((id) => `\`${id}\``).join(', ');
  if (!documented)
    return `The API's description does not say this. What we assume stands in docs/assumptions.md: ${ids}.`;
  if (ids === '') return "The API's description says so.";
  return `The API's description says so. Where it leaves details open, docs/assumptions.md has what we assume: ${ids}.`;
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

/** All types. `below` leads from the address of the list to the addresses of the pages. */
export const problemListToHtml = (below: string): string =>
  frame('Problem types', [
    '<main>',
    '<h1>Problem types</h1>',
    '<p>Why a request was refused, and what to do about it. Clients should tolerate types that they do not know.</p>',
    list(
      entries().map(
        ([name, { status, title }]) =>
          `<a href="${below}${name}">${escapeHtml(title)}</a> (${String(status)}): ${prose(PROBLEM_TEXTS[name].meaning)}`,
      ),
    ),
    '</main>',
  ]);

const entries = () => Object.entries(PROBLEM_TYPES) as [ProblemType, (typeof PROBLEM_TYPES)[ProblemType]][];
