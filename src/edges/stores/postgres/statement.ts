/** An SQL statement, with the type of its rows. Unnamed on purpose: a pooler that shares sessions loses named ones. */
export interface Statement<Row extends object = object> {
  readonly text: string;
  readonly values: readonly unknown[];
  /** Never set: it only carries the type. */
  readonly row?: Row;
}

interface Result<Row extends object> {
  readonly rows: readonly Row[];
  /** Rows that were returned or changed. */
  readonly count: number;
}

export type ResultsOf<Statements extends readonly Statement[]> = {
  readonly [Index in keyof Statements]: Result<RowOf<Statements[Index]>>;
};

type RowOf<Each> = Each extends Statement<infer Row> ? Row : never;

/** `statement<{ id: string }>('SELECT id FROM t WHERE version > $1', [7])` */
export const statement = <Row extends object = object>(
  text: string,
  values: readonly unknown[] = [],
): Statement<Row> => ({ text, values });
