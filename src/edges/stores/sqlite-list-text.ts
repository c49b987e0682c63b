/** What the text of a statement depends on; everything else is a parameter. */
export interface ListShape {
  readonly what: 'values' | 'total';
  /** How many keys a document must have. */
  readonly keys: number;
  readonly sortBy: 'age' | 'plain-member' | 'any-member';
  readonly direction: 'ASC' | 'DESC';
}

/**
 * Documents of a space that have all keys. Parameters: list and text of each key (or, without any, the first and the last
 * row of the space); then for values the member to sort by, if any, the limit and the offset.
 */
export const textOfList = ({ what, keys, sortBy, direction }: ListShape): string => {
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
  const order = sortBy === 'age' ? '' : `${MEMBER[sortBy]} ${direction}, `;
  return `SELECT d.row, d.id, d.body FROM ${documents} WHERE ${where} ORDER BY ${order}${row} ${direction} LIMIT ? OFFSET ?`;
};

const MEMBER = {
  'plain-member': `json_extract(d.body, '$.' || ?)`,
  // Quotes and brackets mean something in a path.
  'any-member': '(SELECT value FROM json_each(d.body) WHERE key = ?)',
};

export const kindOfMember = (member: string | undefined): ListShape['sortBy'] => {
  if (member === undefined) return 'age';
  return /^[A-Za-z_]\w*$/.test(member) ? 'plain-member' : 'any-member';
};
