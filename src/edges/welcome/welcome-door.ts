import { escapeHtml, prefersHtml, TEXT_PAGE_POLICY, toTextPage } from '../../engine/html/html.ts';
import { type ApiRequest, jsonContent, type Reply, textContent } from '../../kernel/http.ts';

/** Introduction for a visitor of the server's root URL. */
export interface Welcome {
  readonly title: string;
  /** JSON for programs. */
  readonly facts: Readonly<Record<string, string>>;
  readonly links: readonly WelcomeLink[];
  /** Example of a first call. */
  readonly firstCall: string;
}

export interface WelcomeLink {
  readonly url: string;
  readonly text: string;
  /** Links for further reading, after the text. */
  readonly about: string;
}

/** A small page of links for browsers, JSON for other clients. */
export const answerWelcome = (request: ApiRequest, welcome: Welcome): Reply => {
  if (!prefersHtml(request.header('accept')))
    return { status: 200, headers: { vary: 'Accept' }, content: jsonContent(welcome.facts) };
  return {
    status: 200,
    headers: {
      vary: 'Accept',
      'cache-control': 'no-cache',
      'content-security-policy': TEXT_PAGE_POLICY,
      'x-content-type-options': 'nosniff',
    },
    content: textContent(toPage(welcome), 'text/html; charset=utf-8'),
  };
};

const toPage = ({ title, facts, links, firstCall }: Welcome): string =>
  toTextPage('vatmock', [
    '<main>',
    '<h1>vatmock</h1>',
    `<p class="lead">The stub server of: ${escapeHtml(title)}. It is not the real service.</p>`,
    '<dl>',
    ...['baseUrl', 'tokenUrl']
      .filter((name) => facts[name] !== undefined)
      .map((name) => `<dt>${NAMES[name] ?? name}</dt><dd><code>${escapeHtml(facts[name] ?? '')}</code></dd>`),
    '</dl>',
    '<h2>Links</h2>',
    '<ul>',
    ...links.map(
      ({ url, text, about }) => `<li><a href="${escapeHtml(url)}">${escapeHtml(text)}</a>: ${escapeHtml(about)}</li>`,
    ),
    '</ul>',
    '<h2>First call</h2>',
    `<pre><code>${escapeHtml(firstCall)}</code></pre>`,
    '</main>',
  ]);

const NAMES: Readonly<Record<string, string>> = { baseUrl: 'Base URL', tokenUrl: 'Token URL' };
