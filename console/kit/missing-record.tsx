import { EmptyState } from './empty-state.tsx';

interface MissingRecordProps {
  /** Of one record: "order". */
  readonly what: string;
  /** The way on: "All orders". */
  readonly why?: string;
  readonly all: { readonly title: string; readonly href: string };
}

const WHY = 'It may have been removed by a reset, or belong to another sandbox.';

/** In place of a page about one record: a link may be older than the last reset, or from another sandbox. */
export const MissingRecord = ({ what, why = WHY, all }: MissingRecordProps) => (
  <EmptyState icon="search" title={`This sandbox has no such ${what}`} isPage>
    <p>
      {why}{' '}
      <a href={all.href} data-close>
        {all.title}
      </a>
    </p>
  </EmptyState>
);
