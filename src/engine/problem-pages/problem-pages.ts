import { type ApiRequest, type Content, type Reply, jsonContent, textContent } from '../../kernel/http.ts';
import type { Problem } from '../../kernel/problem.ts';
import { prefersHtml } from '../html/prefers-html.ts';
import { TEXT_PAGE_POLICY } from '../html/text-page.ts';
import { PROBLEM_NAMES, PROBLEM_TYPES, type ProblemType, isProblemType } from '../problems/catalogue.ts';
import type { FindProblemExample } from './problem-examples.ts';
import { problemListToHtml, problemToHtml } from './problem-html.ts';
import { PROBLEM_TEXTS } from '../problems/problem-texts.ts';
import { problem } from '../problems/problem.ts';
import { renderProblem, toTypeUri } from '../problems/render-problem.ts';

export const PROBLEMS_PATH = '/problems';

const METHODS = ['GET', 'HEAD'];

export interface ProblemPageParts {
  readonly problemBase: string;
  readonly traceId: string;
  readonly findExample: FindProblemExample;
}

/**
 * What the `type` of a problem leads to: the type's meaning, causes and remedy, as a page for a browser and as JSON for
 * everybody else; `/problems` lists all types. Ends with 404 for a name that is no type, 405 for other methods.
 */
export const answerProblemPage = (
  request: ApiRequest,
  { problemBase, traceId, findExample }: ProblemPageParts,
): Reply => {
  const refuse = ({ members }: Problem): Reply =>
    traced(renderProblem(members, { problemBase, instance: request.path, traceId }), traceId);
  const name = request.path.slice(PROBLEMS_PATH.length + 1);
  if (name !== '' && !isProblemType(name))
    return refuse(
      problem('not-found', {
        detail: `No problem type is named "${name}". Available types: ${PROBLEM_NAMES.join(', ')}.`,
        extensions: { available: PROBLEM_NAMES },
      }),
    );
  if (!METHODS.includes(request.method)) {
    const allow = METHODS.join(', ');
    const detail = `${request.method} is not supported here: pages about problem types support ${allow}.`;
    return refuse(problem('method-not-allowed', { detail, headers: { allow } }));
  }
  const asHtml = prefersHtml(request.header('accept'));
  const content =
    name === ''
      ? listContent(request.path, problemBase, asHtml)
      : pageContent(name, toTypeUri(name, problemBase), findExample(name, problemBase), asHtml);
  const policy = asHtml ? { 'content-security-policy': TEXT_PAGE_POLICY } : {};
  return traced({ status: 200, headers: { 'cache-control': 'no-cache', vary: 'Accept', ...policy }, content }, traceId);
};

const traced = (reply: Reply, traceId: string): Reply => ({
  ...reply,
  headers: { ...reply.headers, 'x-content-type-options': 'nosniff', 'x-trace-id': traceId },
});

const htmlContent = (html: string): Content => textContent(html, 'text/html; charset=utf-8');

const pageContent = (name: ProblemType, type: string, example: object | undefined, asHtml: boolean): Content => {
  if (asHtml) return htmlContent(problemToHtml(name, type, example));
  const { title, status } = PROBLEM_TYPES[name];
  return jsonContent({ type, title, status, ...PROBLEM_TEXTS[name], example });
};

const listContent = (path: string, problemBase: string, asHtml: boolean): Content => {
  if (asHtml)
    return htmlContent(
      problemListToHtml(path.endsWith('/') ? { below: '', home: '../' } : { below: 'problems/', home: './' }),
    );
  const data = PROBLEM_NAMES.map((name) => {
    const { title, status } = PROBLEM_TYPES[name];
    return { type: toTypeUri(name, problemBase), title, status, meaning: PROBLEM_TEXTS[name].meaning };
  });
  return jsonContent({ data });
};
