import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
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
  const last = useRef(tabs[0]?.id);
  useEffect(() => {
    // One that the address names is in view, also when the page has just been opened.
    if (last.current !== current?.id)
      document.getElementById(`${prefix}-${current?.id ?? ''}`)?.scrollIntoView({ block: 'nearest', inline: 'center' });
    last.current = current?.id;
  }, [current?.id]);
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
