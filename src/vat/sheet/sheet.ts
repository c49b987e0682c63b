/** A printed sheet as plain data: what it says, and not how it looks. */
export interface Sheet {
  readonly title: string;
  readonly subtitle: string;
  /** Beside the title. */
  readonly reference: { readonly headline: string; readonly lines: readonly string[] };
  /** On every page, where nobody overlooks it. */
  readonly warning: string;
  readonly banner?: Banner | undefined;
  readonly sections: readonly Section[];
  /** On every page, beside its number. */
  readonly footer: string;
  /** For programs that keep files, and the source of everything that makes one file another. */
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
      /** What stands there when there are no rows. */
      readonly empty: string;
      /** The last row, in bold: a sum, or what is left of one. */
      readonly total?: readonly Cell[];
    }
  | { readonly kind: 'notes'; readonly title: string; readonly notes: readonly string[] }
  | { readonly kind: 'boxes'; readonly title?: string; readonly rows: readonly (readonly Box[])[] }
  | { readonly kind: 'signatures'; readonly title: string; readonly places: readonly SignaturePlace[] };

/** A field of a form, with a frame; those of a row share its width by their parts. */
export interface Box {
  readonly title: string;
  readonly lines: readonly string[];
  readonly share: number;
}

export interface SignaturePlace {
  readonly role: string;
  readonly name: string;
  /** Place and date; empty where nobody has signed yet. */
  readonly signed: string;
}

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

/** A note stands small below the text. The name of a file takes one line, and is shortened in its middle to fit. */
export type Cell =
  string | { readonly text: string; readonly note: string } | { readonly file: string; readonly note?: string };
