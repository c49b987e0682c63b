import type { JournalTable, StoredBase, StoredRow } from '../../../../src/engine/journal/shared/journal-table.ts';

interface Sequence {
  head: number;
  rows: (StoredRow & { readonly isExchange: boolean })[];
  base: StoredBase | undefined;
}

/** The table of a database that several journals of a test share. `isAway` makes every call fail. */
export const createMemoryJournalTable = (limit = 1000) => {
  const sequences = new Map<string, Sequence>();
  const state = { isAway: false, appends: 0 };
  const answer = <T>(make: () => T): Promise<T> =>
    state.isAway ? Promise.reject(new Error('the database is away')) : Promise.resolve().then(make);

  const table: JournalTable = {
    append: (rows) =>
      answer(() => {
        state.appends++;
        const owners = new Set<string>();
        for (const { owner, ...row } of rows) {
          owners.add(owner);
          let own = sequences.get(owner);
          if (own === undefined) sequences.set(owner, (own = { head: 0, rows: [], base: undefined }));
          own.rows.push({ ...row, seq: ++own.head });
        }
        return [...owners].map((owner) => {
          const { rows: all = [], base } = sequences.get(owner) ?? {};
          const unfolded = all.filter(({ seq }) => seq > (base?.seq ?? 0));
          return {
            owner,
            exchanges: unfolded.filter(({ isExchange }) => isExchange).length,
            bytes: unfolded.reduce((sum, { weight }) => sum + weight, 0),
          };
        });
      }),
    heads: (owners) =>
      answer(
        () =>
          new Map(
            owners.flatMap((owner) => {
              const own = sequences.get(owner);
              return own === undefined ? [] : [[owner, own.head] as const];
            }),
          ),
      ),
    since: (known) =>
      answer(() =>
        [...known].map(([owner, after]) => {
          const { head = 0, rows = [], base } = sequences.get(owner) ?? {};
          return {
            owner,
            head,
            base: base !== undefined && base.seq > after ? base : undefined,
            rows: rows
              .filter(({ seq }) => seq > after)
              .slice(0, limit)
              .map(({ isExchange: _, ...row }) => row),
          };
        }),
      ),
    fold: (owner, base) =>
      answer(() => {
        const own = sequences.get(owner);
        const former = own?.base?.seq ?? 0;
        if (own === undefined || former >= base.seq) return;
        own.rows = own.rows.filter(({ seq }) => seq > former);
        own.base = base;
      }),
    drop: (owner) =>
      answer(() => {
        sequences.delete(owner);
      }),
  };
  return { table, state, rowsOf: (owner: string) => sequences.get(owner)?.rows ?? [], sequences };
};
