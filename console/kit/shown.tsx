import type { VNode } from 'preact';
import type { Read } from '../server/use-call.ts';
import { ErrorPanel } from './error-panel.tsx';
import { Skeleton } from './skeleton.tsx';

/** What was read, or a skeleton until it is there, or why it could not be read. */
export const Shown = <Value,>({
  read,
  rows,
  children,
}: {
  readonly read: Read<Value>;
  readonly rows?: number;
  readonly children: (value: Value) => VNode | null;
}) => {
  const { value, refused } = read.value;
  if (value !== undefined) return children(value);
  if (refused !== undefined) return <ErrorPanel refused={refused} onRetry={read.again} />;
  return <Skeleton {...(rows === undefined ? {} : { rows })} />;
};
