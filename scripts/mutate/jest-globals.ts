import { createRequire } from 'node:module';

/**
 * Stands in for `@jest/globals`: collects the tests of a file instead of running them, so that each can be run by itself
 * and again. `expect` is Jest's own.
 */
const near = createRequire(import.meta.resolve('@jest/globals'));

type Body = () => unknown;

export interface Test {
  readonly name: string;
  readonly body: Body;
  readonly group: Group;
}

export interface Group {
  readonly name: string;
  readonly parent: Group | undefined;
  readonly beforeAll: Body[];
  readonly beforeEach: Body[];
  readonly afterEach: Body[];
  readonly afterAll: Body[];
  readonly children: (Group | Test)[];
}

const newGroup = (name: string, parent: Group | undefined): Group => ({
  name,
  parent,
  beforeAll: [],
  beforeEach: [],
  afterEach: [],
  afterAll: [],
  children: [],
});

let current = newGroup('', undefined);

/** What the file has said since it was asked last. */
export const takeCollected = (): Group => {
  const collected = current;
  current = newGroup('', undefined);
  return collected;
};

type Declare = (name: string, body: (...args: never[]) => unknown) => void;

/** A row that is no list is the only argument. */
const eachOf =
  (declare: Declare) =>
  (rows: readonly unknown[]) =>
  (name: string, body: (...args: unknown[]) => unknown): void => {
    for (const [index, row] of rows.entries())
      declare(`${name} #${String(index + 1)}`, () => body(...(Array.isArray(row) ? (row as unknown[]) : [row])));
  };

const declareTest: Declare = (name, body) => {
  current.children.push({ name, body, group: current });
};

const declareGroup: Declare = (name, body) => {
  const parent = current;
  current = newGroup(name, parent);
  parent.children.push(current);
  body();
  current = parent;
};

const skip: Declare = () => undefined;

export const test = Object.assign(declareTest, { each: eachOf(declareTest), skip });
export const it = test;
export const describe = Object.assign(declareGroup, { each: eachOf(declareGroup), skip });

export const beforeAll = (body: Body): void => void current.beforeAll.push(body);
export const beforeEach = (body: Body): void => void current.beforeEach.push(body);
export const afterEach = (body: Body): void => void current.afterEach.push(body);
export const afterAll = (body: Body): void => void current.afterAll.push(body);

export const jest = { setTimeout: (): void => undefined };

export const { jestExpect: expect } = near('@jest/expect') as { jestExpect: unknown };
