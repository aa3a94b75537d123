import type { Variable } from '@sonde/dap';
import { nativeTools } from '@sonde/engine-native';
import { c } from '@sonde/language-c';
import { mini } from '@sonde/language-mini';
import { ng } from '@sonde/language-ng';
import { lineOf, type TestClient } from '@sonde/testkit';
import { describeUnlessMissing, witness } from '@sonde/testkit/vitest';
import { describe, expect, it } from 'vitest';
import { tcpServer } from './fixtures.js';
import { stoppedIn, written } from './written-programs.js';

const server = tcpServer();

/** Everything that the top frame shows, by name. */
async function variablesOf(client: TestClient): Promise<ReadonlyMap<string, Variable>> {
  const frame = await client.topFrame();
  const { scopes } = await client.request('scopes', { frameId: frame.id });
  const all = new Map<string, Variable>();
  for (const { variablesReference, expensive } of scopes) {
    if (expensive) continue;
    const { variables } = await client.request('variables', { variablesReference });
    for (const variable of variables) if (!all.has(variable.name)) all.set(variable.name, variable);
  }
  return all;
}

async function locate(client: TestClient, locationReference: number | undefined) {
  expect(locationReference).toBeTypeOf('number');
  const body = await client.request('locations', { locationReference: locationReference! });
  return { path: body!.source.path, line: body!.line };
}

describe('places of variables', () => {
  witness(mini, ['request locations'], 'lead from a variable to its declaration', async () => {
    const program = written(
      'declared.mini',
      'fn f(a) { // #f\n  let sum = a + 1; // #sum\n  print sum; // #here\n}\nf(1);\n',
    );
    const client = await stoppedIn(server, program);
    const variables = await variablesOf(client);
    const place = await locate(client, variables.get('sum')!.declarationLocationReference);
    expect(place).toEqual({ path: program, line: lineOf(program, '#sum') });
    const parameter = await locate(client, variables.get('a')!.declarationLocationReference);
    expect(parameter).toEqual({ path: program, line: lineOf(program, '#f') });
  });

  witness(ng, ['request locations'], 'lead to parameters, locals and globals', async () => {
    const program = written(
      'declared.ng',
      'val all = 1; // #all\nfun twice(x: i32) -> i32 { // #twice\n  val y = x * 2; // #y\n  return y; // #here\n}\nprint(twice(all));\n',
    );
    const client = await stoppedIn(server, program);
    const variables = await variablesOf(client);
    for (const [name, marker] of [
      ['y', '#y'],
      ['x', '#twice'],
      ['all', '#all'],
    ] as const) {
      const place = await locate(client, variables.get(name)!.declarationLocationReference);
      expect(place).toEqual({ path: program, line: lineOf(program, marker) });
    }
  });

  it('end with the stop they belong to, and are refused by name', async () => {
    const program = written('stale.mini', 'let a = 1;\nprint a; // #here\nprint a + 1;\nprint a + 2;\n');
    const client = await stoppedIn(server, program);
    const reference = (await variablesOf(client)).get('a')!.declarationLocationReference!;
    await client.next();
    await expect(client.request('locations', { locationReference: reference })).rejects.toThrow(
      /earlier stop/,
    );
    await expect(client.request('locations', { locationReference: 4711 })).rejects.toThrow(
      /no location reference 4711/,
    );
  });
});

describeUnlessMissing('places of C', (await nativeTools()).missing, () => {
  witness(c, ['request locations'], 'lead to declarations, and through pointers to functions', async () => {
    const program = written(
      'places.c',
      'int add(int a, int b) { // #add\n  return a + b;\n}\nint all; // #all\nint main(void) {\n  int (*operation)(int, int) = add; // #operation\n  all = operation(1, 2); // #here\n  return all;\n}\n',
    );
    const client = await stoppedIn(server, program);
    const variables = await variablesOf(client);
    const operation = variables.get('operation')!;
    const at = (marker: `#${string}`) => ({ path: program, line: lineOf(program, marker) });
    expect(await locate(client, operation.declarationLocationReference)).toEqual(at('#operation'));
    expect(await locate(client, operation.valueLocationReference)).toEqual(at('#add'));
    expect(await locate(client, variables.get('all')!.declarationLocationReference)).toEqual(at('#all'));
    const frameId = (await client.topFrame()).id;
    const evaluated = await client.evaluate('operation', { frameId, context: 'watch' });
    expect(await locate(client, evaluated.valueLocationReference)).toEqual(at('#add'));
  });
});
