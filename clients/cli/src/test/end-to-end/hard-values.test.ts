import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Variable } from '@sonde/dap';
import { nativeTools } from '@sonde/engine-native';
import { c } from '@sonde/language-c';
import { mini } from '@sonde/language-mini';
import type { Language } from '@sonde/language';
import type { TestClient } from '@sonde/testkit';
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientFor } from './in-process.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sonde-values-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The program, stopped at its marker `#here`. */
async function stoppedIn(language: Language, name: string, text: string): Promise<TestClient> {
  const program = join(folder, name);
  writeFileSync(program, text);
  const client = await clientFor(language);
  await client.launch({ program }, each => each.setBreakpoints(program, ['#here']));
  await client.waitForStop({ reason: 'breakpoint' });
  return client;
}

const valuesOf = (locals: ReadonlyMap<string, Variable>): Record<string, string> =>
  Object.fromEntries([...locals].map(([name, { value }]) => [name, value]));

const threeNumbers = 'fn f() {\n  let a = 1;\n  let bad = 13;\n  let z = 3;\n  print a; // #here\n}\nf();\n';

/** The reference language with one renderer that misbehaves at 13. */
const withRenderer = (misbehave: () => never): Language => ({
  ...mini,
  renderers: [
    {
      name: 'unlucky',
      matches: { name: 'int' },
      render: value => {
        const number = value.content.kind === 'scalar' ? Number(value.content.value) : Number.NaN;
        if (number === 13) misbehave();
        return { text: `#${number}` };
      },
    },
  ],
});

describe('values that misbehave', () => {
  it('a renderer that never ends costs only its own value', async () => {
    const client = await stoppedIn(
      withRenderer(() => {
        for (;;);
      }),
      'hang.mini',
      threeNumbers,
    );
    const values = valuesOf(await client.locals());
    expect(values).toMatchObject({ a: '#1', z: '#3' });
    expect(values['bad']).toMatch(/took too long/);
    // The session goes on.
    await client.next();
  });

  it('a renderer that throws shows the plain value and says what went wrong', async () => {
    const client = await stoppedIn(
      withRenderer(() => {
        throw new Error('no thirteens here');
      }),
      'throw.mini',
      threeNumbers,
    );
    const values = valuesOf(await client.locals());
    expect(values).toMatchObject({ a: '#1', z: '#3' });
    expect(values['bad']).toMatch(/13.*no thirteens here/);
  });

  it('ten million bytes are paged', async () => {
    const client = await stoppedIn(
      mini,
      'memory.mini',
      'size(10000000);\nmem[9999998] = 7;\nlet done = 1; // #here\nprint done;\n',
    );
    const frame = await client.topFrame();
    const { scopes } = await client.request('scopes', { frameId: frame.id });
    const memory = scopes.find(scope => scope.name === 'Memory')!;
    const [whole] = (await client.request('variables', { variablesReference: memory.variablesReference }))
      .variables;
    expect(whole!.indexedVariables).toBe(10_000_000);
    const { variables } = await client.request('variables', {
      variablesReference: whole!.variablesReference,
      filter: 'indexed',
      start: 9_999_990,
      count: 10,
    });
    expect(variables.map(v => v.name)).toEqual(Array.from({ length: 10 }, (_, n) => `[${9_999_990 + n}]`));
    expect(variables[8]!.value).toMatch(/^7\b/);
  });

  it('a text of 100 MB is cut in the list, and the siblings come with it', async () => {
    const client = await stoppedIn(
      mini,
      'long.mini',
      'fn f() {\n  let before = 1;\n  let long = repeat("0123456789", 10000000);\n  let after = 2;\n  print after; // #here\n}\nf();\n',
    );
    const values = valuesOf(await client.locals());
    expect(values).toMatchObject({ before: '1', after: '2' });
    expect(values['long']!.length).toBeLessThan(1000);
    expect(values['long']).toMatch(/100000000|100,000,000|100 ?MB/);
    expect((await client.evaluate('len(long)')).result).toBe('100000000');
  });
});

describeUnlessMissing('native values', (await nativeTools()).missing, () => {
  const example = (name: string): string => fileURLToPath(new URL(name, c.examples));

  it('a cyclic list can be opened for ever and is shown at once', async () => {
    const client = await clientFor(c);
    const program = example('list.c');
    await client.launch({ program }, each => each.setBreakpoints(program, [16]));
    await client.waitForStop({ reason: 'breakpoint' });
    let node = (await client.locals()).get('first')!;
    for (let depth = 0; depth < 7; depth++) {
      const { variables } = await client.request('variables', {
        variablesReference: node.variablesReference,
      });
      expect(variables.find(v => v.name === 'value')!.value).toBe(String((depth % 3) + 1));
      node = variables.find(v => v.name === 'next')!;
    }
    expect((await client.evaluate(node.evaluateName!)).type).toBe('node *');
  });

  it('ten million numbers are paged', async () => {
    const client = await clientFor(c);
    const program = example('big.c');
    await client.launch({ program }, each => each.setBreakpoints(program, [8]));
    await client.waitForStop({ reason: 'breakpoint' });
    const numbers = await client.evaluate('numbers');
    expect(numbers.indexedVariables).toBe(10_000_000);
    const { variables } = await client.request('variables', {
      variablesReference: numbers.variablesReference,
      filter: 'indexed',
      start: 5_000_000,
      count: 3,
    });
    expect(variables.map(v => `${v.name}=${v.value}`)).toEqual([
      '[5000000]=10000000',
      '[5000001]=10000002',
      '[5000002]=10000004',
    ]);
  });
});
