import { adding } from '../assumptions/additions.ts';
import type { Contract } from '../contract/contract.ts';
import { escapeHtml, prefersHtml, TEXT_PAGE_POLICY, toTextPage } from '../html/html.ts';
import { problem, type ProblemCatalogue, type ProblemTexts, renderProblem, toTypeUri } from '../problems/problem.ts';
import { type ApiRequest, type Content, jsonContent, type Reply, textContent } from '../../kernel/http.ts';
import type { Problem } from '../../kernel/problem.ts';

export const PROBLEMS_PATH = '/problems';

const METHODS = ['GET', 'HEAD'];

interface Types {
  readonly problemBase: string;
  readonly problems: ProblemCatalogue;
}

/**
 * Serves the `type` URI of a problem: the type's meaning, causes and remedy, as HTML for browsers and as JSON for other
 * clients; `/problems` lists all types. Responds with 404 for an unknown name and 405 for other methods.
 */
export const answerProblemPage = (
  request: ApiRequest,
  {
    problemBase,
    traceId,
    problems,
    findExample,
  }: Types & { readonly traceId: string; readonly findExample: ReturnType<typeof createProblemExamples> },
): Reply => {
  const refuse = ({ members }: Problem): Reply =>
    traced(renderProblem(members, { problemBase, instance: request.path, traceId }), traceId);
  const name = request.path.slice(PROBLEMS_PATH.length + 1);
  const isAdded = name === adding.problemType;
  if (name !== '' && !isAdded && !problems.has(name)) {
    const available = [...problems.keys()];
    return refuse(
      problem('not-found', {
        detail: `No problem type is named "${name}". Available types: ${available.join(', ')}.`,
        extensions: { available },
      }),
    );
  }
  if (!METHODS.includes(request.method)) {
    const allow = METHODS.join(', ');
    const detail = `${request.method} is not supported here: pages about problem types support ${allow}.`;
    return refuse(problem('method-not-allowed', { detail, headers: { allow } }));
  }
  const asHtml = prefersHtml(request.header('accept'));
  const content = isAdded
    ? textContent(adding.problemPage, 'text/plain; charset=utf-8')
    : name === ''
      ? listContent(request.path, { problems, problemBase }, asHtml)
      : pageContent(name, { problems, problemBase }, findExample(name, problemBase), asHtml);
  const policy = asHtml ? { 'content-security-policy': TEXT_PAGE_POLICY } : {};
  return traced({ status: 200, headers: { 'cache-control': 'no-cache', vary: 'Accept', ...policy }, content }, traceId);
};

const traced = (reply: Reply, traceId: string): Reply => ({
  ...reply,
  headers: { ...reply.headers, 'x-content-type-options': 'nosniff', 'x-trace-id': traceId },
});

const htmlContent = (html: string): Content => textContent(html, 'text/html; charset=utf-8');

const pageContent = (
  name: string,
  { problems, problemBase }: Types,
  example: object | undefined,
  asHtml: boolean,
): Content => {
  if (asHtml) return htmlContent(problemToHtml(name, { problems, problemBase }, example));
  const type = toTypeUri(name, problemBase);
  const { title, status, texts } = problems.get(name) ?? {};
  return jsonContent({ type, title, status, ...texts, example });
};

const listContent = (path: string, { problems, problemBase }: Types, asHtml: boolean): Content => {
  if (asHtml)
    return htmlContent(
      problemListToHtml(problems, path.endsWith('/') ? { below: '', home: '../' } : { below: 'problems/', home: './' }),
    );
  const data = [...problems].map(([name, { title, status, texts }]) => ({
    type: toTypeUri(name, problemBase),
    title,
    status,
    meaning: texts.meaning,
  }));
  return jsonContent({ data });
};

/** Converts our own texts, in which backticks mark code, to HTML. */
const prose = (text: string): string => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');

const list = (items: readonly string[]): string => `<ul>\n${items.map((item) => `<li>${item}</li>`).join('\n')}\n</ul>`;

/** The page of one type, with an example if there is one. Links are relative, so that they work behind any base URL. */
const problemToHtml = (name: string, { problems, problemBase }: Types, example: object | undefined): string => {
  const shown = problems.get(name);
  if (shown === undefined) throw new Error(`there is no problem type ${name}`);
  const { status, title, texts } = shown;
  const { meaning, causes, remedy, rule } = texts;
  return toTextPage(`${title} (${status})`, [
    '<nav aria-label="Up"><a href="../">Home</a> / <a href="../problems">All problem types</a></nav>',
    '<main>',
    `<h1>${escapeHtml(title)}</h1>`,
    `<p>Status ${status}, type <code>${escapeHtml(toTypeUri(name, problemBase))}</code></p>`,
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
const sourceOf = ({ documented, assumptions }: ProblemTexts['rule']): string => {
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
    `<h2 id="siblings">Other types with status ${status}</h2>`,
    list(links),
    '</nav>',
  ];
};

/**
 * The list of all types. `below` is the relative path from the list to the type pages, `home` the one to the server
 * root.
 */
const problemListToHtml = (
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
          `<a href="${below}${name}">${escapeHtml(title)}</a> (${status}): ${prose(texts.meaning)}`,
      ),
    ),
    '</main>',
  ]);

/** The first example of each problem type in the description, collected on first use; undefined for a type without one. */
export const createProblemExamples = (contract: Contract) => {
  let known: ReadonlyMap<string, object> | undefined;
  return (type: string, problemBase: string): object | undefined => {
    const example = (known ??= collect(contract)).get(type);
    return example === undefined ? undefined : { ...example, type: toTypeUri(type, problemBase) };
  };
};

const collect = ({ operations, problemTypes }: Contract): ReadonlyMap<string, object> => {
  // Examples of types that no operation documents are in the catalogue.
  const found = new Map<string, object>();
  for (const { name, example } of problemTypes) if (example !== undefined) found.set(name, example);
  for (const { responses } of operations)
    for (const { contents } of responses)
      for (const { examples } of contents)
        for (const { value } of examples) {
          const name = nameOf(value);
          if (name !== undefined && !found.has(name)) found.set(name, value as object);
        }
  return found;
};

const nameOf = (value: unknown): string | undefined => {
  if (typeof value !== 'object' || value === null || !('type' in value) || !('title' in value)) return undefined;
  return /\/problems\/([a-z-]+)$/.exec(String(value.type))?.[1];
};
