/** A page of `docs/`, or the README, as `/__console/docs/<name>.json` has it (scripts/package/docs): elements, no HTML. */
export interface DocsPage {
  /** Name of the file without its ending; `readme` for the README. */
  readonly name: string;
  readonly title: string;
  readonly parts: readonly DocsPart[];
}

/** A text, or an element with what is in it. */
export type DocsPart = string | DocsElement;

export interface DocsElement {
  readonly tag: string;
  /** Of a block of code, which has no parts. */
  readonly code?: string;
  readonly attributes?: Readonly<Record<string, string | number>>;
  /** Of a link within the documentation: to another page, or to a heading of one. */
  readonly page?: string;
  readonly anchor?: string;
  readonly parts?: readonly DocsPart[];
}

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
