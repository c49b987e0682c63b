/** Bytes; the largest published descriptions have 40 MB. */
export const LARGEST_FILE = 64 * 1024 * 1024;

export const tooLarge = (bytes: number): string =>
  `the file has ${String(bytes)} bytes, but a description has ${String(LARGEST_FILE)} at most: split it`;

/** Beyond any readable description; every walk through it is a recursion. */
const DEEPEST = 200;

const MOST_NODES = 5_000_000;

/** Values that only aliases add. Ten lines of aliases to aliases make billions ("billion laughs"). */
const MOST_REPEATED = 500_000;

/**
 * Why a parsed file is too large to be processed; undefined if it is not. The parser shares the value of an alias, so
 * that a small file may stand for more values than could ever be visited. Here, each shared value is visited once.
 */
export const faultOfSize = (document: unknown): string | undefined => {
  const known = new Map<object, { readonly nodes: number; readonly depth: number } | undefined>();
  let visited = 0;

  const measure = (value: unknown, level: number): { readonly nodes: number; readonly depth: number } => {
    if (typeof value !== 'object' || value === null) return LEAF;
    if (level > DEEPEST) throw new Oversize(tooDeep);
    if (known.has(value)) {
      const measured = known.get(value);
      if (measured === undefined) throw new Oversize('an alias is within its own value: write the value in full');
      if (level + measured.depth > DEEPEST) throw new Oversize(tooDeep);
      return measured;
    }
    known.set(value, undefined);
    let nodes = 1;
    let depth = 1;
    for (const member of Object.values(value) as unknown[]) {
      if (++visited > MOST_NODES) throw new Oversize(tooMany);
      const inner = measure(member, level + 1);
      nodes += inner.nodes;
      if (inner.depth >= depth) depth = inner.depth + 1;
    }
    const measured = { nodes, depth };
    known.set(value, measured);
    return measured;
  };

  try {
    const { nodes } = measure(document, 0);
    if (nodes > MOST_NODES) return tooMany;
    return nodes - visited > MOST_REPEATED
      ? `its aliases stand for more than ${String(MOST_REPEATED)} values: use $ref`
      : undefined;
  } catch (error) {
    if (error instanceof Oversize) return error.message;
    throw error;
  }
};

const LEAF = { nodes: 1, depth: 0 } as const;

const tooDeep = `nested more than ${String(DEEPEST)} levels deep: reduce the nesting, or use $ref`;
const tooMany = `more than ${String(MOST_NODES)} values, with those of its aliases: split the description, or use $ref`;

class Oversize extends Error {
  override readonly name = 'Oversize';
}
