import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Parameter } from '../address/address.ts';
import { Icon } from './icon.tsx';

/** Filters of a list in one line. Their values are parameters of the address: a link shows the same rows. */
export const FilterBar = ({ children }: { readonly children: ComponentChildren }) => (
  <div class="filter-bar" role="search" aria-label="Filters">
    {children}
  </div>
);

const SETTLE = 180;

export const FilterText = ({ label, value }: { readonly label: string; readonly value: Parameter }) => {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const input = useRef<HTMLInputElement>(null);
  const now = value.value;
  // The address may change by another way: back, or a link.
  useEffect(() => {
    if (input.current !== null && document.activeElement !== input.current) input.current.value = now;
  }, [now]);
  return (
    <label class="filter filter-text">
      <span class="unseen">{label}</span>
      <Icon name="search" size={14} />
      <input
        ref={input}
        type="search"
        placeholder={label}
        defaultValue={now}
        autocomplete="off"
        spellcheck={false}
        onInput={({ currentTarget }) => {
          clearTimeout(timer.current);
          timer.current = setTimeout(() => {
            value.value = currentTarget.value.trim();
          }, SETTLE);
        }}
      />
    </label>
  );
};

export interface Choice {
  readonly value: string;
  readonly title: string;
}

/** A list to choose from; the empty value stands for all. */
export const FilterChoice = ({
  label,
  all,
  choices,
  value,
}: {
  readonly label: string;
  /** The words for no filter: "All operations". */
  readonly all: string;
  readonly choices: readonly Choice[];
  readonly value: Parameter;
}) => (
  <label class={`filter ${value.value === '' ? '' : 'filter-set'}`}>
    <select
      aria-label={label}
      value={value.value}
      onChange={({ currentTarget }) => {
        value.value = currentTarget.value;
      }}
    >
      <option value="">{all}</option>
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.title}
        </option>
      ))}
      {value.value !== '' && !choices.some((choice) => choice.value === value.value) && (
        <option value={value.value}>{value.value}</option>
      )}
    </select>
  </label>
);
