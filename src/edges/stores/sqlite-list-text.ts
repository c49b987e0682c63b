/** The parameters that determine a statement's text; everything else is bound. */
export interface ListShape {
  readonly what: 'values' | 'total';
  /** Number of keys that a document must have. */
  readonly keys: number;
  readonly sortBy: 'age' | 'plain-member' | 'any-member';
  readonly direction: 'ASC' | 'DESC';
}

/**
 * Selects documents of a space that have all keys. Bound parameters: list and text of each key (or, without keys, the
 * first and the last row of the space); for values then the sort member, if any, the limit and the offset. `json` is the
 * expression for the JSON of a document.
 */
export const textOfList = ({ what, keys, sortBy, direction }: ListShape, json: string): string => {
  const others = Array.from(
    { length: keys - 1 },
    () => ' AND EXISTS (SELECT 1 FROM keys o WHERE o.list = ? AND o.text = ? AND o.row = k.row)',
  ).join('');
  const [from, where, row] =
    keys === 0
      ? ['documents d', 'd.row BETWEEN ? AND ?', 'd.row']
      : ['keys k', `k.list = ? AND k.text = ?${others}`, 'k.row'];
  if (what === 'total') return `SELECT count(*) AS total FROM ${from} WHERE ${where}`;
  const documents = keys === 0 ? from : `${from} JOIN documents d ON d.row = k.row`;
  const order = sortBy === 'age' ? '' : `${MEMBER[sortBy](json)} ${direction}, `;
  return `SELECT d.row, d.id, d.body FROM ${documents} WHERE ${where} ORDER BY ${order}${row} ${direction} LIMIT ? OFFSET ?`;
};

const MEMBER = {
  'plain-member': (json: string) => `json_extract(${json}, '$.' || ?)`,
  // Quotes and brackets are special in a JSON path.
  'any-member': (json: string) => `(SELECT value FROM json_each(${json}) WHERE key = ?)`,
};

export const kindOfMember = (member: string | undefined): ListShape['sortBy'] => {
  if (member === undefined) return 'age';
  return /^[A-Za-z_]\w*$/.test(member) ? 'plain-member' : 'any-member';
};
