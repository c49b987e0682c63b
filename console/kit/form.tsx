import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';

/** A form that stays in its page: what is written never goes into the address. */
export const Form = ({
  class: name = '',
  onSubmit,
  children,
}: {
  readonly class?: string;
  /** Absent where a button does it. */
  readonly onSubmit?: () => void;
  readonly children: ComponentChildren;
}) => (
  <form
    method="post"
    class={name}
    onSubmit={(event) => {
      event.preventDefault();
      onSubmit?.();
    }}
  >
    {children}
  </form>
);

/** One line of a form. */
export interface Field<Name extends string = string> {
  readonly name: Name;
  readonly label: ComponentChildren;
  /** What it holds until something is written; of a list the first. */
  readonly usual?: string;
  /** Below the field. */
  readonly hint?: string;
  /** It is a list to choose from. */
  readonly choices?: readonly (readonly [value: string, words: string])[];
  /** It is a text of so many lines, which is code. */
  readonly rows?: number;
  readonly type?: 'datetime-local' | 'number' | 'password';
  readonly autocomplete?: 'current-password' | 'username';
  readonly placeholder?: string;
  readonly maxLength?: number;
  readonly min?: string;
  readonly max?: string;
  readonly step?: string;
  readonly required?: boolean;
  readonly class?: string;
}

/** The lines of a form as its table has them; what a person writes is in the signal. */
export const Fields = <Values extends Readonly<Record<string, string>>>({
  of,
  fields,
}: {
  readonly of: Signal<Values>;
  readonly fields: readonly Field<keyof Values & string>[];
}) => (
  <>
    {fields.map(({ name, label, hint, choices, usual = choices?.[0]?.[0] ?? '', ...more }) => {
      const written = {
        ...{
          spellcheck: false,
          autocapitalize: 'none' as const,
          autocomplete: 'off' as const,
          ...more,
          value: of.value[name] ?? usual,
        },
        onInput: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) => {
          of.value = { ...of.value, [name]: currentTarget.value };
        },
      };
      return (
        <label class="field" key={name}>
          <span>{label}</span>
          {choices !== undefined ? (
            <Options choices={choices} {...written} />
          ) : more.rows !== undefined ? (
            <textarea class="mono" dir="auto" {...written} />
          ) : (
            <input {...written} />
          )}
          {hint !== undefined && <small class="muted">{hint}</small>}
        </label>
      );
    })}
  </>
);

const Options = ({
  choices,
  value,
  onInput,
}: {
  readonly choices: NonNullable<Field['choices']>;
  readonly value: string;
  readonly onInput: (event: { readonly currentTarget: { readonly value: string } }) => void;
}) => (
  <select value={value} onInput={onInput}>
    {choices.map(([each, words]) => (
      <option key={each} value={each}>
        {words}
      </option>
    ))}
  </select>
);
