import { type ApiRequest, type Content, type Reply, jsonContent, textContent } from '../../kernel/http.ts';
import type { Problem } from '../../kernel/problem.ts';
import { prefersHtml } from '../html/prefers-html.ts';
import { TEXT_PAGE_POLICY } from '../html/text-page.ts';
import type { ProblemCatalogue } from '../problems/catalogue.ts';
import type { FindProblemExample } from './problem-examples.ts';
import { problemListToHtml, problemToHtml } from './problem-html.ts';
import { problem } from '../problems/problem.ts';
import { renderProblem, toTypeUri } from '../problems/render-problem.ts';

export const PROBLEMS_PATH = '/problems';

const METHODS = ['GET', 'HEAD'];

interface ProblemPageParts {
  readonly problemBase: string;
  readonly traceId: string;
  readonly problems: ProblemCatalogue;
  readonly findExample: FindProblemExample;
}

/**
 * Serves the `type` URI of a problem: the type's meaning, causes and remedy, as HTML for browsers and as JSON for other
 * clients; `/problems` lists all types. Responds with 404 for an unknown name and 405 for other methods.
 */
export const answerProblemPage = (
  request: ApiRequest,
  { problemBase, traceId, problems, findExample }: ProblemPageParts,
): Reply => {
  const refuse = ({ members }: Problem): Reply =>
    traced(renderProblem(members, { problemBase, instance: request.path, traceId }), traceId);
  const name = request.path.slice(PROBLEMS_PATH.length + 1);
  if (name !== '' && !problems.has(name)) {
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
  const content =
    name === ''
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

type Types = Pick<ProblemPageParts, 'problems' | 'problemBase'>;

const pageContent = (
  name: string,
  { problems, problemBase }: Types,
  example: object | undefined,
  asHtml: boolean,
): Content => {
  const type = toTypeUri(name, problemBase);
  if (asHtml) return htmlContent(problemToHtml(name, { problems, type, example }));
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
