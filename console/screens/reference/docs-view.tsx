import { useEffect } from 'preact/hooks';
import type { Block, DocsPage, Inline } from '../../docs/docs-page.ts';
import { CodeBlock, Shown } from '../../kit/kit.ts';
import { link, parameter } from '../../server/address.ts';
import { useDocsPage } from './sections.ts';

/** A page of the documentation. */
export const DocsView = ({ name }: { readonly name: string }) => (
  <Shown read={useDocsPage(name)}>{(page) => <Page page={page} />}</Shown>
);

const at = parameter('at');

const Page = ({ page }: { readonly page: DocsPage }) => {
  const anchor = at.value;
  useEffect(() => {
    if (anchor !== '') document.getElementById(`docs-${anchor}`)?.scrollIntoView();
  }, [anchor]);
  return (
    <article class="docs">
      <Blocks of={page.blocks} />
    </article>
  );
};

const Blocks = ({ of }: { readonly of: readonly Block[] }) => (
  <>
    {of.map((block, index) => (
      <OneBlock key={index} block={block} />
    ))}
  </>
);

const OneBlock = ({ block }: { readonly block: Block }) => {
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

const DocsTable = ({ table: { head, rows, align } }: { readonly table: Extract<Block, { type: 'table' }> }) => (
  /* Wider than a phone: it scrolls by itself, so the keyboard must reach it. */
  <div class="docs-table" tabIndex={0} role="group" aria-label="Table">
    <table>
      <thead>
        <tr>
          {head.map((cell, index) => (
            <th key={index} scope="col" class={align[index] === 'right' ? 'table-end' : ''}>
              <Inlines of={cell} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, number) => (
          <tr key={number}>
            {row.map((cell, index) => (
              <td key={index} class={align[index] === 'right' ? 'table-end' : ''}>
                <Inlines of={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

const Inlines = ({ of }: { readonly of: readonly Inline[] }) => (
  <>
    {of.map((inline, index) => (
      <OneInline key={index} inline={inline} />
    ))}
  </>
);

const OneInline = ({ inline }: { readonly inline: Inline }) => {
  switch (inline.type) {
    case 'text':
      return <>{inline.text}</>;
    case 'code':
      return <code>{inline.text}</code>;
    case 'strong':
    case 'emphasis':
    case 'deleted': {
      const Tag = TAGS[inline.type];
      return (
        <Tag>
          <Inlines of={inline.content} />
        </Tag>
      );
    }
    case 'page':
      return (
        <a href={link('reference', 'docs', inline.page, inline.anchor === undefined ? {} : { at: inline.anchor })}>
          <Inlines of={inline.content} />
        </a>
      );
    case 'link':
      return (
        <a href={inline.href} target="_blank" rel="noreferrer">
          <Inlines of={inline.content} />
        </a>
      );
    case 'break':
      return <br />;
  }
};

const TAGS = { strong: 'strong', emphasis: 'em', deleted: 'del' } as const;
