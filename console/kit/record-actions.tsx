import { CopyButton } from './copy-button.tsx';

interface RecordActionsProps {
  readonly uuid: string;
  /** Of one record: "order". */
  readonly what: string;
  /** The way back: "All orders". */
  readonly all: { readonly title: string; readonly href: string };
}

/** At the head of a page about one record. Escape leaves it. */
export const RecordActions = ({ uuid, what, all }: RecordActionsProps) => (
  <>
    <CopyButton text={uuid} what={`the UUID of the ${what}`} words="Copy UUID" />
    <a class="small" href={all.href} data-close>
      {all.title}
    </a>
  </>
);
