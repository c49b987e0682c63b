/** A page of `docs/`, or the README, as `/__console/docs/<name>.json` has it (scripts/package/docs): no HTML. */
export interface DocsPage {
  /** Name of the file without its ending; `readme` for the README. */
  readonly name: string;
  readonly title: string;
  readonly blocks: readonly Block[];
}

export type Block =
  | { readonly type: 'heading'; readonly level: number; readonly anchor: string; readonly content: readonly Inline[] }
  | { readonly type: 'paragraph'; readonly content: readonly Inline[] }
  | { readonly type: 'code'; readonly language: string; readonly text: string }
  | { readonly type: 'list'; readonly isOrdered: boolean; readonly items: readonly (readonly Block[])[] }
  | {
      readonly type: 'table';
      readonly align: readonly ('left' | 'center' | 'right' | null)[];
      readonly head: readonly (readonly Inline[])[];
      readonly rows: readonly (readonly (readonly Inline[])[])[];
    }
  | { readonly type: 'quote'; readonly blocks: readonly Block[] }
  | { readonly type: 'rule' };

export type Inline =
  | { readonly type: 'text' | 'code'; readonly text: string }
  | { readonly type: 'strong' | 'emphasis' | 'deleted'; readonly content: readonly Inline[] }
  /** To another page, or to a heading of one. */
  | { readonly type: 'page'; readonly page: string; readonly anchor?: string; readonly content: readonly Inline[] }
  /** Out of the documentation. */
  | { readonly type: 'link'; readonly href: string; readonly content: readonly Inline[] }
  | { readonly type: 'break' };

/** `/__console/docs/index.json`. */
export interface DocsIndex {
  readonly pages: readonly { readonly name: string; readonly title: string }[];
  /** For the search: one for each heading, with the text below it. */
  readonly sections: readonly DocsSection[];
}

export interface DocsSection {
  readonly page: string;
  readonly anchor: string;
  readonly heading: string;
  readonly text: string;
}
