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
  readonly share: number;
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
