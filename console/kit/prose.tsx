import type { ComponentChildren } from 'preact';

/** Text of a description: blank lines part paragraphs, lines that begin with a hyphen are a list, backticks mark code. */
export const Prose = ({ text }: { readonly text: string }) => (
  <div class="prose reading">
    {text
      .trim()
      .split(/\n\s*\n/)
      .map((block, index) => (
        <Block key={index} text={block} />
      ))}
  </div>
);

const Block = ({ text }: { readonly text: string }) => {
  const items = text.split(/(?:^|\n)\s*[-*] /);
  if (items.length < 2 || items[0]?.trim() !== '')
    return (
      <p dir="auto">
        <Inline text={text} />
      </p>
    );
  return (
    <ul>
      {items.slice(1).map((item, index) => (
        <li key={index} dir="auto">
          <Inline text={item} />
        </li>
      ))}
    </ul>
  );
};

/** One line of such a text. */
export const Inline = ({ text }: { readonly text: string }) => <>{toParts(text)}</>;

const toParts = (text: string): ComponentChildren[] =>
  text.split(/(`[^`]+`)/).map((part, index) => (index % 2 === 1 ? <code key={index}>{part.slice(1, -1)}</code> : part));
