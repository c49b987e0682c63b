import { useEffect } from 'preact/hooks';
import type { Block, DocsPage, Inline } from '../../docs/docs-page.ts';
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
  const isRead = read.value.value !== undefined;
  useEffect(() => {
    if (anchor !== '') document.getElementById(`docs-${anchor}`)?.scrollIntoView();
  }, [anchor, isRead]);
  return (
    <Shown read={read}>
      {({ blocks }) => (
        <article class="docs">
          <Blocks of={blocks} />
        </article>
      )}
    </Shown>
  );
};

const Blocks = ({ of }: { readonly of: readonly Block[] }) => (
  <>
    {of.map((block, index) => (
      <OneBlock key={index} {...block} />
    ))}
  </>
);

const OneBlock = (block: Block) => {
  switch (block.type) {
    case 'heading': {
      // The title of the screen is the first heading of the page.
      const Heading = `h${String(Math.min(6, block.level + 1))}` as 'h2';
      return (
        <Heading id={`docs-${block.anchor}`}>
          <Inlines of={block.content} />
        </Heading>
      );
    }
    case 'paragraph':
      return (
        <p class="reading">
          <Inlines of={block.content} />
        </p>
      );
    case 'code':
      return <CodeBlock text={block.text} what="the code" />;
    case 'list': {
      const List = block.isOrdered ? 'ol' : 'ul';
      return (
        <List class="reading">
          {block.items.map((item, index) => (
            <li key={index}>
              <Blocks of={item} />
            </li>
          ))}
        </List>
      );
    }
    case 'table':
      return <DocsTable table={block} />;
    case 'quote':
      return (
        <blockquote class="reading">
          <Blocks of={block.blocks} />
        </blockquote>
      );
    case 'rule':
      return <hr />;
  }
};

const DocsTable = ({ table: { head, rows, align } }: { readonly table: Extract<Block, { type: 'table' }> }) => {
  const endOf = (index: number): string => (align[index] === 'right' ? 'table-end' : '');
  return (
    /* Wider than a phone: it scrolls by itself, so the keyboard must reach it. */
    <div class="docs-table" tabIndex={0} role="group" aria-label="Table">
      <table>
        <thead>
          <tr>
            {head.map((cell, index) => (
              <th key={index} scope="col" class={endOf(index)}>
                <Inlines of={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, number) => (
            <tr key={number}>
              {row.map((cell, index) => (
                <td key={index} class={endOf(index)}>
                  <Inlines of={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

const Inlines = ({ of }: { readonly of: readonly Inline[] }) => (
  <>
    {of.map((inline, index) => (
      <OneInline key={index} {...inline} />
    ))}
  </>
);

const TAGS = { strong: 'strong', emphasis: 'em', deleted: 'del' } as const;

const OneInline = (inline: Inline) => {
  if ('text' in inline) return inline.type === 'code' ? <code>{inline.text}</code> : <>{inline.text}</>;
  if (inline.type === 'break') return <br />;
  const content = <Inlines of={inline.content} />;
  if (inline.type === 'page') {
    const { page, anchor } = inline;
    return <a href={link('reference', 'docs', page, anchor === undefined ? {} : { at: anchor })}>{content}</a>;
  }
  if (inline.type === 'link')
    return (
      <a href={inline.href} target="_blank" rel="noreferrer">
        {content}
      </a>
    );
  const Tag = TAGS[inline.type];
  return <Tag>{content}</Tag>;
};
