import type { VNode } from 'preact';
import type { Read } from '../server/use-call.ts';
import { ErrorPanel } from './error-panel.tsx';
import { Skeleton } from './skeleton.tsx';

/** What was read, or a skeleton until it is there, or why it could not be read. */
export const Shown = <Value,>({
  read,
  rows,
  missing,
  children,
}: {
  readonly read: Read<Value>;
  /** What a page shows whose address names a record that is not there. */
  readonly missing?: VNode;
  readonly rows?: number;
  readonly children: (value: Value) => VNode | null;
}) => {
  const { value, refused } = read.value;
  if (value !== undefined) return children(value);
  if (refused?.status === 404 && missing !== undefined) return missing;
  if (refused !== undefined) return <ErrorPanel refused={refused} onRetry={read.again} />;
  return <Skeleton {...(rows === undefined ? {} : { rows })} />;
};
