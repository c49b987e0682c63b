import type { Postgres } from '../../../src/edges/stores/postgres/open-postgres.ts';
import type { Pipeline } from '../../../src/edges/stores/postgres/pipeline.ts';

interface HeldConnection {
  readonly pipelined: Pipeline;
  readonly release: () => void;
}

/** A connection that is in use until it is released. */
export const holdConnection = ({ withClient }: Pick<Postgres, 'withClient'>): Promise<HeldConnection> =>
  new Promise((resolve, reject) => {
    withClient(
      (pipelined) =>
        new Promise<void>((release) => {
          resolve({ pipelined, release });
        }),
    ).catch(reject);
  });
