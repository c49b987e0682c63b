import { type ComponentChild, createElement } from 'preact';
import { useEffect } from 'preact/hooks';
import type { DocsPage, DocsPart } from '../../docs/docs-page.ts';
import { CodeBlock, Shown, link, parameter, CONSOLE_PATH, fetchGood, useRead } from '../../kit/kit.ts';

/** A page of the documentation, or `index`. */
export const readDocs = async <Value,>(name: string): Promise<Value> => {
  const response = await fetchGood(`${CONSOLE_PATH}/docs/${encodeURIComponent(name)}.json`, { cache: 'default' });
  return (await response.json()) as Value;
};

const at = parameter('at');

/** A page of the documentation. */
export const DocsView = ({ name }: { readonly name: string }) => {
  const read = useRead(() => readDocs<DocsPage>(name), ['docs', name]);
  const anchor = at.value;
  const isRead = read.value !== undefined;
  useEffect(() => {
    if (anchor !== '') document.getElementById(`docs-${anchor}`)?.scrollIntoView();
  }, [anchor, isRead]);
  return <Shown read={read}>{({ parts }) => <article class="docs">{parts.map(toContent)}</article>}</Shown>;
};

/** The elements of a page are those of the browser, but for what the console has its own of. */
const toContent = (part: DocsPart): ComponentChild => {
  if (typeof part === 'string') return part;
  const { tag, code, attributes, page, anchor, parts = [] } = part;
  if (code !== undefined) return <CodeBlock text={code} what="the code" />;
  const href = page && link('reference', 'docs', page, anchor === undefined ? {} : { at: anchor });
  return createElement(tag, href === undefined ? { ...attributes } : { href }, ...parts.map(toContent));
};
