import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';

/** A handler that gives a signal this value. */
export const set =
  <Value,>(of: Signal<Value>, value: Value) =>
  () => {
    of.value = value;
  };

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

/** What a list offers, in its order: values with words, or values alone. */
export type Choices = readonly (string | readonly [value: string, words: ComponentChildren])[];

const valueOf = (choice: Choices[number]): string => (typeof choice === 'string' ? choice : choice[0]);

/** A list to choose from; the address may name a value that is not offered. */
export const Select = ({
  choices,
  value,
  onPick,
  ...more
}: {
  readonly 'aria-label'?: string;
  readonly title?: string;
  readonly disabled?: boolean;
  readonly choices: Choices;
  readonly value: string;
  readonly onPick: (value: string) => void;
}) => {
  const isOffered = value === '' || choices.some((choice) => valueOf(choice) === value);
  return (
    <select
      {...more}
      value={value}
      onChange={({ currentTarget }) => {
        const picked = currentTarget.value;
        // What is chosen is for the caller to say.
        currentTarget.value = value;
        onPick(picked);
      }}
    >
      {[...choices, ...(isOffered ? [] : [value])].map((choice) => (
        <option key={valueOf(choice)} value={valueOf(choice)}>
          {typeof choice === 'string' ? choice : choice[1]}
        </option>
      ))}
    </select>
  );
};

/** What a field of date and time holds, in UTC: it has no zone, and no seconds if they are zero. */
export const toInstant = (written: string): string => `${written.length === 16 ? `${written}:00` : written}Z`;

/** One line of a form. */
export interface Field<Name extends string = string> {
  readonly name: Name;
  readonly label: ComponentChildren;
  /** What it holds until something is written; of a list the first. */
  readonly usual?: string;
  /** Below the field. */
  readonly hint?: string;
  /** It is a list to choose from. */
  readonly choices?: Choices;
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
    {fields.map(({ name, label, hint, choices, usual = valueOf(choices?.[0] ?? ''), ...more }) => {
      const write = (value: string) => {
        of.value = { ...of.value, [name]: value };
      };
      const written = {
        ...({ spellcheck: false, autocapitalize: 'none', autocomplete: 'off', ...more } as const),
        value: of.value[name] ?? usual,
        onInput: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
          write(currentTarget.value),
      };
      return (
        <label class="field" key={name}>
          <span>{label}</span>
          {choices !== undefined ? (
            <Select choices={choices} value={written.value} onPick={write} />
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
