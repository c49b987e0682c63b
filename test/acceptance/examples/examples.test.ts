import { afterAll, expect, test } from '@jest/globals';
import { closedBy } from '../../support/closed-by.ts';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { createTempFolder } from '../../support/temp-folder.ts';
import { systemClock } from '../../../src/edges/system/time.ts';
import { run } from './run.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const EXAMPLES = path.join(ROOT, 'docs/examples');

/** Why something cannot be run here; undefined where it can. */
const whyNot = async (program: string, args: readonly string[]): Promise<string | undefined> =>
  (await run(program, args, { cwd: ROOT })).code === 0 ? undefined : `${program} ${args.join(' ')} does not work here`;

/** Skips what needs a tool that this machine lacks, and names the tool in the title. */
const testWhere = (reason: string | undefined, name: string, body: () => Promise<void>): void => {
  if (reason === undefined) test(name, body);
  else test.skip(`${name} (${reason})`, body);
};

const noJava = (await whyNot('javac', ['-version'])) ?? (await whyNot('java', ['-version']));

const { folderOf, start } = closedBy(afterAll);
const started = await start({ clock: systemClock, delays: 'skip' });
const folder = await folderOf();

testWhere(noJava, 'JUnit: with a server that runs, and a stand-in for JUnit', async () => {
  const standIn = await createTempFolder(STAND_IN_JUNIT);
  const sources = ['Stub.java', 'OrdersTest.java'].map((name) => path.join(EXAMPLES, 'junit', name));
  const classes = folder.file('classes');
  const own = Object.keys(STAND_IN_JUNIT).map((name) => standIn.file(name));
  const compiled = await run('javac', ['-d', classes, ...own, ...sources], { cwd: ROOT });
  expect(compiled).toEqual({ code: 0, output: expect.any(String) });
  const env = { VATMOCK_URL: started.mock.url };
  const { code, output } = await run('java', ['-cp', classes, 'RunTests', 'OrdersTest'], { cwd: ROOT, env });
  await standIn.remove();
  expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('1 passed') });
});

test('docs/testing.md shows one as it is', async () => {
  const text = await readFile(path.join(ROOT, 'docs/testing.md'), 'utf8');
  const shown = [
    ...text.matchAll(/\[`(?<name>[^`\n]+)`\]\(examples\/(?<file>[^)]+)\):\n\n```\w+\n(?<code>[\s\S]*?)```/g),
  ];
  const files = shown.map(({ groups }) => groups?.['file']);
  expect(files).toEqual(['jest/orders.test.js']);
  for (const { groups } of shown)
    expect(groups?.['code']).toBe(await readFile(path.join(EXAMPLES, String(groups?.['file'])), 'utf8'));
});

const annotation = (name: string): string =>
  `package org.junit.jupiter.api;\nimport java.lang.annotation.*;\n@Retention(RetentionPolicy.RUNTIME) public @interface ${name} {}\n`;

/** As much of JUnit as the example needs. */
const STAND_IN_JUNIT = {
  'org/junit/jupiter/api/Test.java': annotation('Test'),
  'org/junit/jupiter/api/BeforeAll.java': annotation('BeforeAll'),
  'org/junit/jupiter/api/AfterAll.java': annotation('AfterAll'),
  'org/junit/jupiter/api/BeforeEach.java': annotation('BeforeEach'),
  'org/junit/jupiter/api/Assertions.java': `package org.junit.jupiter.api;
public final class Assertions {
    public static void assertEquals(Object expected, Object actual) {
        if (!expected.equals(actual)) throw new AssertionError("expected " + expected + ", but " + actual);
    }
}
`,
  'RunTests.java': `import java.lang.annotation.Annotation;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import org.junit.jupiter.api.*;

public final class RunTests {
    private static void runAll(Class<?> tests, Object on, Class<? extends Annotation> kind) throws Exception {
        for (Method method : tests.getDeclaredMethods())
            if (method.isAnnotationPresent(kind)) {
                method.setAccessible(true);
                method.invoke(on);
            }
    }

    public static void main(String[] names) throws Exception {
        int passed = 0;
        for (String name : names) {
            Class<?> tests = Class.forName(name);
            Constructor<?> constructor = tests.getDeclaredConstructor();
            constructor.setAccessible(true);
            runAll(tests, null, BeforeAll.class);
            for (Method method : tests.getDeclaredMethods())
                if (method.isAnnotationPresent(Test.class)) {
                    Object one = constructor.newInstance();
                    runAll(tests, one, BeforeEach.class);
                    method.setAccessible(true);
                    method.invoke(one);
                    passed++;
                }
            runAll(tests, null, AfterAll.class);
        }
        System.out.println(passed + " passed");
    }
}
`,
};
