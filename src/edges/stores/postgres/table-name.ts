/** The name of a table in SQL, with its schema: poolers that share sessions lose `search_path`. */
export interface TableName {
  (name: string): string;
  /** Quoted. */
  readonly schema: string;
}

export const tableOf = (schema: string): TableName => {
  const quoted = quote(schema);
  return Object.assign((name: string) => `${quoted}.${quote(name)}`, { schema: quoted });
};

const quote = (identifier: string): string => `"${identifier.replaceAll('"', '""')}"`;
