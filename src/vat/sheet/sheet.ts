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
  readonly tone: Tone;
  readonly headline: string;
  readonly text: string;
}

export type Tone = 'good' | 'caution' | 'bad';

export type Section =
  | { readonly kind: 'fields'; readonly title: string; readonly groups: readonly FieldGroup[] }
  | {
      readonly kind: 'table';
      readonly title: string;
      readonly columns: readonly Column[];
      readonly rows: readonly (readonly Cell[])[];
      /** Text shown if there are no rows. */
      readonly empty: string;
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

/** A note is printed small below the text. A file name takes one line and is shortened in its middle to fit. */
export type Cell =
  | string
  | { readonly text: string; readonly note: string }
  | { readonly file: string; readonly note?: string };

/** A column of a table: its share of the width, and what it shows of an item. */
export type ColumnOf<T> = readonly [share: number, show: (item: T, index: number) => Cell, align?: 'right'];

/** A table with a row for each item, its columns by title. */
export const tableOf = <T>(
  title: string,
  empty: string,
  items: readonly T[],
  columns: Readonly<Record<string, ColumnOf<T>>>,
  totals: readonly (readonly Cell[])[] = [],
): Section => ({
  kind: 'table',
  ...{ title, empty, totals },
  columns: Object.entries(columns).map(([name, [share, , align]]) => ({ title: name, share, ...(align && { align }) })),
  rows: items.map((item, index) => Object.values(columns).map(([, show]) => show(item, index))),
});

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
