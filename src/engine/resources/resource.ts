import type { CONVENTIONS } from '../../generated/conventions.ts';

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
  /** A singleton exists once within its parents, as `/settings` does. */
  readonly kind: 'collection' | 'singleton';
  /** The path parameters of the collection, which name what contains it: `['projectId']`. */
  readonly parents: readonly string[];
  /** Where an item has its id, as in `['id']` or `['metadata', 'name']`; undefined if it shows none. */
  readonly id: MemberPath | undefined;
  /** Members that together name one thing within its parents, besides its id: a second one is refused. */
  readonly key?: readonly string[];
  /** How a thing looks. */
  readonly schema: unknown;
  readonly operations: readonly ResourceOperation[];
  /** Where it stands in the description, for findings. */
  readonly pointer: string;
}

interface Common {
  readonly operationId: string;
  /**
   * What its path calls each of the resource's parents. Undefined for one that it does not name: `GET /sections/{id}` finds
   * what `POST /projects/{projectId}/sections` created in any project, and `GET /sections` lists those of all.
   */
  readonly parents: readonly (string | undefined)[];
  /** The path parameter of the item, `ticketId`; undefined if the operation is one of the collection or of a singleton. */
  readonly parameter: string | undefined;
  /** Of its success. */
  readonly status: number;
  /** Where the thing, or the list of them, is in the body of the success; undefined if the body does not show it. */
  readonly response: MemberPath | undefined;
}

interface Writing {
  /** Where the thing is in the body of the request, or in its query if it has no body; undefined if nothing there is a member of it. */
  readonly request: MemberPath | undefined;
  /**
   * Members of the request that the thing has by another name, as `FriendlyName` is `friendly_name`. Of a query, all parameters that
   * are members of the thing.
   */
  readonly renames: Readonly<Record<string, string>>;
}

/** What an operation does with a resource. */
export type ResourceOperation =
  | (Common & Writing & { readonly does: 'create' | 'patch' })
  /** With the status that answers where it creates what does not exist; undefined if it does not create. */
  | (Common & Writing & { readonly does: 'replace'; readonly creates: number | undefined })
  | (Common & { readonly does: 'read' | 'delete' })
  /** Sets members, as `POST /tickets/{id}/close` sets the status that the schema's enum has for it. */
  | (Common & { readonly does: 'action'; readonly sets: Readonly<Record<string, unknown>> })
  | (Common & { readonly does: 'list'; readonly list: ListShape });

/** How many things, or pages, there are, and whether there are `more`. */
export type Count = keyof (typeof CONVENTIONS)['counts'] | 'more';

/** Another page; `start` and `end` are the cursors of the first and the last item that the page shows. */
export type PageLink = keyof (typeof CONVENTIONS)['links'];

export interface ListShape {
  readonly paging:
    | {
        /** A cursor is the id of the last item of the page before: many clients take it from there. */
        readonly by: 'page' | 'offset' | 'cursor';
        /** The query parameter of the page, the offset or the cursor; undefined if only the size can be chosen. */
        readonly parameter: string | undefined;
        /** The first page, if pages are numbered. */
        readonly first: number;
        readonly sizeParameter: string | undefined;
        readonly size: number;
        /** The largest size that the description allows. */
        readonly most: number;
      }
    | undefined;
  /** Query parameters that select by a member of the items. */
  readonly filters: readonly {
    readonly parameter: string;
    readonly member: MemberPath;
    /** Selects every one, as `all` does. */
    readonly all?: unknown;
    /** The value if the parameter is not sent. */
    readonly usual?: unknown;
  }[];
  /**
   * The query parameter that names the members to sort by, as `-name,price`, `name:desc` or `name,desc`, and the one that says `asc`
   * or `desc`.
   */
  readonly sort: { readonly parameter: string; readonly direction: string | undefined } | undefined;
  /** Members of the body beside the list, which tell of the page. */
  readonly beside: readonly {
    readonly member: MemberPath;
    readonly shows: Count | PageLink;
    /** Whether it leads to another page as a URL, rather than as the parameter takes it. */
    readonly isUrl?: boolean;
  }[];
  /** Whether the response describes a `Link` header. */
  readonly linkHeader: boolean;
}
