import type { ComponentChildren } from 'preact';

export interface CardProps {
  readonly title?: ComponentChildren;
  /** Buttons and links at the right of the title. */
  readonly actions?: ComponentChildren;
  /** Without space around the content: for a table or a list. */
  readonly flush?: boolean;
  readonly class?: string;
  readonly children: ComponentChildren;
}

export const Card = ({ title, actions, flush = false, class: name = '', children }: CardProps) => (
  <section class={`card ${flush ? 'card-flush' : ''} ${name}`}>
    {(title !== undefined || actions !== undefined) && (
      <header class="card-head">
        <h2>{title}</h2>
        {actions !== undefined && <div class="row">{actions}</div>}
      </header>
    )}
    <div class="card-body">{children}</div>
  </section>
);
