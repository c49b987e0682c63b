import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import type { Parameter } from '../address/address.ts';

export interface Tab {
  readonly id: string;
  readonly title: ComponentChildren;
  readonly content: () => ComponentChildren;
}

/** Tabs whose choice is a parameter of the address; an unknown one shows the first. */
export const Tabs = ({
  label,
  tabs,
  chosen,
}: {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly chosen: Parameter;
}) => {
  const prefix = useId();
  const current = tabs.find(({ id }) => id === chosen.value) ?? tabs[0];
  if (current === undefined) return null;
  const move = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = tabs[(tabs.indexOf(current) + step + tabs.length) % tabs.length];
    if (next === undefined) return;
    chosen.value = next.id;
    document.getElementById(`${prefix}-${next.id}`)?.focus();
  };
  return (
    <div class="tabs">
      <div class="tabs-list" role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            id={`${prefix}-${tab.id}`}
            type="button"
            role="tab"
            aria-selected={tab === current}
            aria-controls={`${prefix}-panel`}
            tabIndex={tab === current ? 0 : -1}
            onClick={() => {
              chosen.value = tab.id;
            }}
          >
            {tab.title}
          </button>
        ))}
      </div>
      <div
        class="tabs-panel"
        id={`${prefix}-panel`}
        role="tabpanel"
        aria-labelledby={`${prefix}-${current.id}`}
        key={current.id}
      >
        {current.content()}
      </div>
    </div>
  );
};
