import type { ComponentChildren } from 'preact';

/**
 * The sign of an assumption: the description is silent, and the stub had to choose. It opens what was chosen and what else
 * could be. What is documented has no sign.
 */
export const Guess = ({ id, children }: { readonly id: string; readonly children: ComponentChildren }) => (
  <details class="guess">
    <summary title={`Assumption ${id}`}>
      <span aria-hidden="true">~</span>
      <span class="unseen">Assumption {id}</span>
    </summary>
    <div class="guess-text">{children}</div>
  </details>
);
