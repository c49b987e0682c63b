import type { ComponentChildren } from 'preact';

/** A screen: its title, what it is for in a sentence, buttons, content. */
export const Page = ({
  title,
  intro,
  actions,
  children,
}: {
  readonly title: ComponentChildren;
  readonly intro?: ComponentChildren;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}) => (
  <div class="page">
    <header class="page-head">
      <div>
        <h1>{title}</h1>
        {intro !== undefined && <p class="muted">{intro}</p>}
      </div>
      {actions !== undefined && <div class="row">{actions}</div>}
    </header>
    {children}
  </div>
);
