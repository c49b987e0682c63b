/** A path of members within a JSON body: `[]` is the body itself, `['data', 'ticket']` a member of a member. */
export type MemberPath = readonly string[];

/**
 * A kind of things that the operations of a description create, return, change and delete. It is inferred from paths,
 * methods, parameters and schemas, or stated by `x-resource`.
 */
export interface Resource {
  /** Unique in the description: the path of its collection without parameters, as in `tickets` or `projects.tickets`. */
  readonly name: string;
  /** The template of the collection's path below the base path: `/projects/{projectId}/tickets`. */
  readonly path: string;
  /** The path parameters of the collection, which name what contains it: `['projectId']`. */
  readonly parents: readonly string[];
  /** The path parameter of an item: `ticketId`. Undefined for a thing that exists once within its parents. */
  readonly parameter: string | undefined;
  /** The member of an item that has its id; undefined if it shows none. */
  readonly idMember: string | undefined;
  readonly operations: readonly ResourceOperation[];
  /** Where it stands in the description, for findings. */
  readonly pointer: string;
}

interface Common {
  readonly operationId: string;
  /** Of its success. */
  readonly status: number;
  /** Where the thing is in the body of the success; undefined if the body does not show it. */
  readonly response: MemberPath | undefined;
}

/** What an operation does with a resource. */
export type ResourceOperation =
  | (Common & { readonly does: 'create' | 'replace' | 'patch'; readonly request: MemberPath })
  | (Common & { readonly does: 'read' | 'delete' })
  /** Sets members, as `POST /tickets/{id}/close` sets the status that the schema's enum has for it. */
  | (Common & { readonly does: 'action'; readonly sets: Readonly<Record<string, unknown>> })
  | (Common & { readonly does: 'list'; readonly list: ListShape });

export interface ListShape {
  readonly paging: Paging | undefined;
  /** Query parameters that select by a member of the items. */
  readonly filters: readonly { readonly parameter: string; readonly member: MemberPath }[];
  /** The query parameter that names a member to sort by, as `name`, `-name`, `name,desc` or `name:desc`. */
  readonly sort: string | undefined;
  /** Members of the body that count all matches, pages, or what the page has. */
  readonly counts: readonly {
    readonly member: MemberPath;
    readonly of: 'matches' | 'pages' | 'page' | 'size' | 'offset' | 'shown';
  }[];
  /** Members of the body that lead to other pages. */
  readonly links: readonly {
    readonly member: MemberPath;
    readonly to: 'next' | 'previous' | 'first' | 'last' | 'self';
    readonly as: 'cursor' | 'url' | 'page' | 'offset';
  }[];
  /** Members of the body that say whether there is another page. */
  readonly more: readonly MemberPath[];
  /** Whether the response describes a `Link` header. */
  readonly linkHeader: boolean;
}

export interface Paging {
  readonly by: 'page' | 'offset' | 'cursor';
  /** The query parameter of the page, the offset or the cursor. */
  readonly parameter: string;
  /** The first page, if pages are numbered. */
  readonly first: number;
  readonly sizeParameter: string | undefined;
  readonly size: number;
  /** The largest size that the description allows. */
  readonly most: number;
}
