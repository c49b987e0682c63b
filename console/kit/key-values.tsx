import type { ComponentChildren } from 'preact';

/** Names and values below each other; values wrap, names do not. */
export const KeyValues = ({ of }: { readonly of: readonly (readonly [name: string, value: ComponentChildren])[] }) => (
  <dl class="key-values">
    {of.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd dir="auto">{value}</dd>
      </div>
    ))}
  </dl>
);
