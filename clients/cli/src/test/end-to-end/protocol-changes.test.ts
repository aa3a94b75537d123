import type { Variable } from '@sonde/dap';
import { nativeTools } from '@sonde/engine-native';
import { c } from '@sonde/language-c';
import { mini } from '@sonde/language-mini';
import type { TestClient } from '@sonde/testkit';
import { describeUnlessMissing, witness } from '@sonde/testkit/vitest';
import { describe, expect, it } from 'vitest';
import { tcpServer } from './fixtures.js';
import { guestOf, stoppedIn, written } from './written-programs.js';

const server = tcpServer();

async function memoryVariable(client: TestClient): Promise<Variable> {
  const { scopes } = await client.request('scopes', { frameId: (await client.topFrame()).id });
  const { variablesReference } = scopes.find(({ name }) => name === 'Memory')!;
  const { variables } = await client.request('variables', { variablesReference });
  return variables[0]!;
}

const memoryReference = async (client: TestClient): Promise<string> =>
  (await memoryVariable(client)).memoryReference!;

const bytes = 'size(64);\nmem[3] = 1;\nlet n = 1;\nprint n; // #here\nprint mem[3];\n';

describe('changes by hand', () => {
  witness(
    mini,
    [
      'event memory',
      'argument supportsMemoryEvent',
      'event invalidated',
      'argument supportsInvalidatedEvent',
      'request writeMemory',
      'capability supportsWriteMemoryRequest',
      'request readMemory',
      'capability supportsReadMemoryRequest',
    ],
    'are told to whoever looks at that memory, by the reference it was read with',
    async () => {
      const client = await stoppedIn(server, written('memory.mini', bytes));
      const guest = await guestOf(client);
      const reference = await memoryReference(guest);
      await guest.request('readMemory', { memoryReference: reference, count: 16 });
      await guest.request('readMemory', { memoryReference: '0x8', offset: 2, count: 4 });

      const before = guest.timeline.now;
      const data = Buffer.from([9, 9, 9]).toString('base64');
      await client.request('writeMemory', { memoryReference: '0xa', offset: 1, data });
      const seen = await guest.waitFor('memory', {
        after: before,
        where: e => e.memoryReference === reference,
      });
      expect(seen.body).toEqual({ memoryReference: reference, offset: 11, count: 3 });
      const plain = await guest.waitFor('memory', { after: before, where: e => e.memoryReference === '0x8' });
      expect(plain.body).toEqual({ memoryReference: '0x8', offset: 3, count: 3 });
      await guest.waitFor('invalidated', { after: before });
      const read = await guest.request('readMemory', { memoryReference: reference, offset: 11, count: 3 });
      expect(read!.data).toBe(data);
    },
  );

  witness(
    mini,
    ['event memory', 'request evaluate', 'request setExpression', 'capability supportsSetExpression'],
    'by an expression or an assignment are told as well, and looking tells nothing',
    async () => {
      const client = await stoppedIn(server, written('assigned.mini', bytes));
      const reference = await memoryReference(client);
      await client.request('readMemory', { memoryReference: reference, count: 64 });
      const frameId = (await client.topFrame()).id;

      const start = client.timeline.now;
      await client.evaluate('mem[3] + n', { context: 'repl', frameId });
      const changing = client.timeline.now;
      await client.evaluate('mem[3] = 5', { context: 'repl', frameId });
      await client.waitFor('memory', { after: changing, where: e => e.memoryReference === reference });
      expect(client.timeline.events('memory', { after: start }).length).toBe(
        client.timeline.events('memory', { after: changing }).length,
      );

      const assigning = client.timeline.now;
      await client.request('setExpression', { expression: 'mem[4]', value: '6', frameId });
      const { body } = await client.waitFor('memory', {
        after: assigning,
        where: e => e.memoryReference === reference,
      });
      expect(body).toMatchObject({ offset: 4, count: 1 });
      expect((await client.evaluate('mem[3] + mem[4]')).result).toBe('11');
    },
  );

  it('are not told to clients that said nothing of such events', async () => {
    const quiet = { initialize: { supportsMemoryEvent: false, supportsInvalidatedEvent: false } };
    const client = await stoppedIn(server, written('quiet.mini', bytes), quiet);
    const guest = await guestOf(client);
    await client.request('readMemory', { memoryReference: '0x0', count: 64 });
    const data = Buffer.from([1]).toString('base64');
    const before = guest.timeline.now;
    await guest.request('writeMemory', { memoryReference: '0x1', data });
    await guest.waitFor('memory', { after: before });
    await client.evaluate('n');
    expect(client.timeline.events('memory', {})).toEqual([]);
    expect(client.timeline.events('invalidated', {})).toEqual([]);
  });

  witness(
    mini,
    ['argument supportsVariableType', 'argument supportsMemoryReferences'],
    'types and memory references go to clients that asked for them only',
    async () => {
      const program = written('plain.mini', bytes);
      const plain = await stoppedIn(server, program, {
        initialize: { supportsVariableType: false, supportsMemoryReferences: false },
      });
      expect(await plain.evaluate('n')).not.toHaveProperty('type');
      expect(await memoryVariable(plain)).not.toHaveProperty('memoryReference');
      const full = await stoppedIn(server, program);
      expect(await full.evaluate('n')).toMatchObject({ type: 'int' });
      expect(await memoryVariable(full)).toMatchObject({ memoryReference: expect.any(String) as string });
    },
  );
});

describeUnlessMissing('changes in C', (await nativeTools()).missing, () => {
  witness(
    c,
    ['event memory', 'request setVariable', 'capability supportsSetVariable'],
    'of a variable are changes of the memory it lies in',
    async () => {
      const program = written(
        'changes.c',
        'int main(void) {\n  int numbers[4] = {1, 2, 3, 4};\n  int result = numbers[2];\n  return result - 9; // #here\n}\n',
      );
      const client = await stoppedIn(server, program);
      const locals = await client.locals();
      const { memoryReference: reference, variablesReference } = locals.get('numbers')!;
      await client.request('readMemory', { memoryReference: reference!, count: 16 });
      const before = client.timeline.now;
      await client.request('setVariable', { variablesReference, name: '[2]', value: '9' });
      const { body } = await client.waitFor('memory', {
        after: before,
        where: e => e.memoryReference === reference,
      });
      expect(body).toEqual({ memoryReference: reference, offset: 8, count: 4 });

      const calling = client.timeline.now;
      await client.evaluate('numbers[0] = 7, result = 9', { context: 'repl' });
      const whole = await client.waitFor('memory', {
        after: calling,
        where: e => e.memoryReference === reference,
      });
      expect(whole.body).toEqual({ memoryReference: reference, offset: 0, count: 16 });
      const read = await client.request('readMemory', { memoryReference: reference!, count: 4 });
      expect(Buffer.from(read!.data!, 'base64').readInt32LE()).toBe(7);
      await client.runToEnd();
      expect(client.timeline.events('exited', {})[0]!.body.exitCode).toBe(0);
    },
  );
});
