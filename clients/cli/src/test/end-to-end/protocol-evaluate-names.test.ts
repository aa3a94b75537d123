// Every `evaluateName` can be evaluated and is the variable that it came with; what has no expression has none.

import type { Variable } from '@sonde/dap';
import { nativeTools } from '@sonde/engine-native';
import type { TestClient } from '@sonde/testkit';
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { describe, expect, it } from 'vitest';
import { tcpServer } from './fixtures.js';
import { stoppedIn, written } from './written-programs.js';

const server = tcpServer();

interface Named {
  readonly scope: string;
  readonly variables: readonly Variable[];
}

async function variablesOf(client: TestClient, frameId: number): Promise<readonly Named[]> {
  const { scopes } = await client.request('scopes', { frameId });
  const all: Named[] = [];
  for (const { name, variablesReference } of scopes) {
    const { variables } = await client.request('variables', { variablesReference });
    all.push({ scope: name, variables });
  }
  return all;
}

/** Answers with the names of variables that have no expression, scope by scope. */
async function withoutExpression(client: TestClient): Promise<Readonly<Record<string, readonly string[]>>> {
  const { id } = await client.topFrame();
  const without: Record<string, string[]> = {};
  for (const { scope, variables } of await variablesOf(client, id)) {
    for (const { name, value, evaluateName } of variables) {
      if (evaluateName === undefined) (without[scope] ??= []).push(name);
      else
        expect([name, (await client.evaluate(evaluateName, { frameId: id })).result]).toEqual([name, value]);
    }
  }
  return without;
}

const miniProgram = `size(16);
mem[2] = 7;
fn add(a, b) {
  return a + b; // #here
}
let sum = add(1, 2);
print sum;
`;

describe('names to evaluate in Mini', () => {
  it('are those of variables; the memory and what a function returned have none', async () => {
    const client = await stoppedIn(server, written('names.mini', miniProgram));
    expect(await withoutExpression(client)).toEqual({ Memory: ['memory'] });
    await client.stepOut();
    expect(await withoutExpression(client)).toMatchObject({ Memory: ['memory'] });
    const { id } = await client.topFrame();
    const [returned] = (await variablesOf(client, id)).filter(({ scope }) => /return/i.test(scope));
    expect(returned?.variables).toMatchObject([{ value: '3' }]);
    expect(returned?.variables[0]?.evaluateName).toBeUndefined();
  });
});

const cProgram = `static int add(int a, int b) {
  return a + b; // #here
}
int total = 3;
int main(void) {
  int sum = add(1, 2);
  return sum - total;
}
`;

describeUnlessMissing('names to evaluate in C', (await nativeTools()).missing, () => {
  it('are those of variables and registers; groups of registers and what a function returned have none', async () => {
    const client = await stoppedIn(server, written('names.c', cProgram));
    const before = await withoutExpression(client);
    expect(Object.keys(before)).toEqual(['Registers']);
    for (const group of before['Registers']!) expect(group).toMatch(/ /);
    await client.stepOut();
    const without = await withoutExpression(client);
    expect(Object.keys(without).toSorted()).toEqual(['Registers', 'Return value']);
  });
});
