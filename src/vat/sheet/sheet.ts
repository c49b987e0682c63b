/** A printed sheet as plain data: what it says, and not how it looks. */
export interface Sheet {
  readonly title: string;
  readonly subtitle: string;
  /** Beside the title. */
  readonly reference: { readonly headline: string; readonly lines: readonly string[] };
  /** On every page, where nobody overlooks it. */
  readonly warning: string;
  readonly banner: { readonly tone: Tone; readonly headline: string; readonly text: string };
  readonly sections: readonly Section[];
  /** On every page, beside its number. */
  readonly footer: string;
  /** For programs that keep files, and the source of everything that makes one file another. */
  readonly information: { readonly id: string; readonly subject: string; readonly madeAt: Date };
}

export type Tone = 'good' | 'caution' | 'bad';

export type Section =
  | { readonly kind: 'fields'; readonly title: string; readonly groups: readonly FieldGroup[] }
  | {
      readonly kind: 'table';
      readonly title: string;
      readonly columns: readonly Column[];
      readonly rows: readonly (readonly Cell[])[];
      /** What stands there when there are no rows. */
      readonly empty: string;
      /** The last row, in bold: a sum, or what is left of one. */
      readonly total?: readonly Cell[];
    }
  | { readonly kind: 'notes'; readonly title: string; readonly notes: readonly string[] };

/** Groups stand side by side. */
export interface FieldGroup {
  readonly title?: string;
  readonly fields: readonly (readonly [label: string, value: string])[];
}

export interface Column {
  readonly title: string;
  /** Parts of the width; the columns share it by their parts. */
  readonly share: number;
  readonly align?: 'right';
}

/** A note stands small below the text. */
export type Cell = string | { readonly text: string; readonly note: string };
