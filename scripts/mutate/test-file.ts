import { type Group, type Test, takeCollected } from './jest-globals.ts';
import { importTest } from './load-hooks.ts';

/** Thrown where a test neither ends nor fails: a fault that makes it wait was found. */
export class TookTooLong extends Error {
  override readonly name = 'TookTooLong';
}

/** A loaded test file, prepared as it wants to be. */
export interface TestFile {
  readonly path: string;
  readonly root: Group;
  readonly tests: readonly Test[];
}

const isGroup = (child: Group | Test): child is Group => 'children' in child;

const testsIn = (group: Group): readonly Test[] =>
  group.children.flatMap((child) => (isGroup(child) ? testsIn(child) : [child]));

const groupsIn = (group: Group): readonly Group[] => [group, ...group.children.filter(isGroup).flatMap(groupsIn)];

export const loadTestFile = async (path: string, { isCopy }: { readonly isCopy: boolean }): Promise<TestFile> => {
  takeCollected();
  await importTest(path, isCopy);
  const root = takeCollected();
  return { path, root, tests: testsIn(root) };
};

export const setUp = async ({ root }: TestFile): Promise<void> => {
  for (const group of groupsIn(root)) for (const prepare of group.beforeAll) await prepare();
};

export const tearDown = async ({ root }: TestFile): Promise<void> => {
  for (const group of [...groupsIn(root)].reverse()) for (const end of group.afterAll) await end();
};

const linesOf = (group: Group | undefined): readonly Group[] =>
  group === undefined ? [] : [...linesOf(group.parent), group];

/** One test with what comes before and after it. */
export const runTest = async ({ body, group }: Test, most: number): Promise<void> => {
  const groups = linesOf(group);
  await within(most, async () => {
    for (const { beforeEach } of groups) for (const prepare of beforeEach) await prepare();
    try {
      await body();
    } finally {
      for (const { afterEach } of [...groups].reverse()) for (const end of afterEach) await end();
    }
  });
};

/** Milliseconds. */
const LOOK_AFTER = 400;

/** So often in a row nothing was to do: whoever waits still, waits for what does not come. */
const IDLE = 4;

/**
 * Gives up what neither ends nor fails: what leaves the process with nothing to do, or takes more than so many milliseconds
 * of its time. No clock is asked: on a busy machine what is slow is no fault.
 */
export const within = async (most: number, work: () => Promise<void>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const began = process.cpuUsage();
  const late = new Promise<never>((_resolve, reject) => {
    let before = performance.eventLoopUtilization();
    let idle = 0;
    timer = setInterval(() => {
      const now = performance.eventLoopUtilization();
      idle = performance.eventLoopUtilization(now, before).utilization < 0.02 ? idle + 1 : 0;
      before = now;
      const { user, system } = process.cpuUsage(began);
      if (idle >= IDLE || (user + system) / 1000 > most) reject(new TookTooLong());
    }, LOOK_AFTER);
  });
  try {
    await Promise.race([work(), late]);
  } finally {
    clearInterval(timer);
  }
};
