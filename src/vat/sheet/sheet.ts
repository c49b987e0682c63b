import { isObject } from '../../kernel/json.ts';
import { formatMoney } from '../api/format-money.ts';

/** Content of a printed sheet as plain data, without layout. */
export interface Sheet {
  readonly title: string;
  readonly subtitle: string;
  /** Shown beside the title. */
  readonly reference: { readonly headline: string; readonly lines: readonly string[] };
  /** Shown prominently on every page. */
  readonly warning: string;
  readonly banner?: Banner | undefined;
  readonly sections: readonly Section[];
  /** Shown on every page, beside its number. */
  readonly footer: string;
  /** PDF metadata, and the source of everything that distinguishes one file from another. */
  readonly information: { readonly id: string; readonly subject: string; readonly madeAt: Date };
}

export interface Banner {
  readonly tone: 'good' | 'caution' | 'bad';
  readonly headline: string;
  readonly text: string;
}

export type Section =
  | { readonly kind: 'fields'; readonly title: string; readonly groups: readonly FieldGroup[] }
  | {
      readonly kind: 'table';
      readonly title: string;
      readonly columns: readonly Column[];
      readonly rows: readonly (readonly Cell[])[];
      /** Text shown if there are no rows. */
      readonly empty?: string;
      /** The last rows, in bold: sums and balances. */
      readonly totals?: readonly (readonly Cell[])[];
    }
  | { readonly kind: 'notes'; readonly title: string; readonly notes: readonly string[] }
  | { readonly kind: 'boxes'; readonly title?: string; readonly rows: readonly (readonly Box[])[] }
  | { readonly kind: 'signatures'; readonly title: string; readonly places: readonly SignaturePlace[] };

/** A framed field of a form; boxes of a row divide its width by their shares. */
export interface Box {
  readonly title: string;
  readonly lines: readonly string[];
  /** Default: 1. */
  readonly share?: number;
}

export interface SignaturePlace {
  readonly role: string;
  readonly name: string;
  /** Place and date; empty if not signed yet. */
  readonly signed: string;
}

/** Groups are drawn side by side. */
export interface FieldGroup {
  readonly title?: string;
  readonly fields: readonly (readonly [label: string, value: string])[];
}

export interface Column {
  readonly title: string;
  /** Share of the width, relative to those of the other columns. */
  readonly share: number;
  readonly align?: 'right';
}

/** The name of a file takes one line and is shortened in its middle to fit; a note is printed small below it. */
export type Cell = string | { readonly file: string; readonly note?: string };

/** Locale of dates and numbers in an Export File, independent of the machine. */
const LOCALE = 'en-GB';

/** Replaces non-breaking spaces: they look alike, but a text search would not match them. */
const plain = (text: string): string => text.replaceAll(/[\u00A0\u202F]/g, ' ');

/** Kept, because creating one takes longer than drawing a row. */
const NUMBER = new Intl.NumberFormat(LOCALE);

export const formatMileage = (kilometres: number): string => `${plain(NUMBER.format(kilometres))} km`;

const DAY = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const TIME = new Intl.DateTimeFormat(LOCALE, { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' });

/** The day of an instant in milliseconds, as `28 Oct 2026`. */
export const formatDay = (milliseconds: number): string => DAY.format(milliseconds);

/** A date as `28 Oct 2026`; an invalid one stays as the client wrote it. */
export const formatDate = (date: string): string => {
  const instant = Date.parse(date);
  return Number.isNaN(instant) ? date : DAY.format(instant);
};

/** An instant, in milliseconds or as a client wrote it, as `28 Oct 2026, 12:00 UTC`. */
export const formatInstant = (instant: number | string): string => {
  const milliseconds = typeof instant === 'number' ? instant : Date.parse(instant);
  if (Number.isNaN(milliseconds)) return String(instant);
  return `${DAY.format(milliseconds)}, ${TIME.format(milliseconds)} UTC`;
};

type Values = Readonly<Record<string, unknown>>;

/** How a template shows a value that is no text. */
const FORMATS: Readonly<Record<string, (value: never) => string>> = {
  date: formatDate,
  day: formatDay,
  instant: formatInstant,
  money: formatMoney,
  mileage: formatMileage,
  included: (is: boolean) => (is ? 'included' : 'not included'),
  yes: (is: boolean) => (is ? 'yes' : 'no'),
};

const PLACEHOLDER = /\{([\w.]+)(?:\|(\w+))?(?::([^}]*))?\}/g;

const valueAt = (path: string, values: Values): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Values | null | undefined)?.[name], values);

const resolve = (values: Values, path: string, format: string | undefined, otherwise = '–'): unknown => {
  const value = valueAt(path, values);
  if (value === undefined) return otherwise;
  if (format !== undefined) return FORMATS[format]?.(value as never);
  return typeof value === 'number' ? String(value) : value;
};

/** A placeholder alone may stand for any value, and as an entry of a list for several entries, or for none. */
const fill = (template: unknown, values: Values): unknown => {
  if (typeof template === 'string') {
    const [first] = template.matchAll(PLACEHOLDER);
    if (first?.[0] === template) return resolve(values, first[1] ?? '', first[2], first[3]);
    return template.replaceAll(PLACEHOLDER, (_whole, path: string, format?: string, otherwise?: string) =>
      String(resolve(values, path, format, otherwise)),
    );
  }
  if (Array.isArray(template))
    return template.flatMap((entry) => (Array.isArray(entry) ? [fill(entry, values)] : fill(entry, values)));
  if (!isObject(template)) return template;
  if (template['kind'] === 'table') return fillTable(template as unknown as TableTemplate, values);
  return Object.fromEntries(Object.entries(template).map(([name, member]) => [name, fill(member, values)]));
};

interface TableTemplate {
  /** The list with an entry for each row, whose members its columns name. */
  readonly rows: string;
  readonly columns: Readonly<Record<string, readonly [share: number, cell: unknown, align?: 'right']>>;
}

const fillTable = ({ rows, columns, ...table }: TableTemplate, values: Values): object => ({
  ...Object.fromEntries(Object.entries(table).map(([name, member]) => [name, fill(member, values)])),
  columns: Object.entries(columns).map(([title, [share, , align]]) => ({ title, share, ...(align && { align }) })),
  rows: (fill([rows], values) as readonly object[]).map((item, index) =>
    Object.values(columns).map(([, cell]) => fill(cell, { ...values, ...item, number: index + 1 })),
  ),
});

/** What a document of spec/papers.yaml says of some records. Lists of problems and notes that would be empty are left out. */
export const fillSheet = (template: object, values: Values): Pick<Sheet, 'title' | 'subtitle' | 'sections'> => {
  const { sections, ...head } = fill(template, values) as Pick<Sheet, 'title' | 'subtitle' | 'sections'>;
  const isEmpty = (section: Section): boolean =>
    section.kind === 'notes'
      ? section.notes.length === 0
      : section.kind === 'table' && section.empty === undefined && section.rows.length === 0;
  return { ...head, sections: sections.filter((section) => !isEmpty(section)) };
};
