import { nativeTools } from '@sonde/engine-native';
import { c } from '@sonde/language-c';
import { mini } from '@sonde/language-mini';
import { ng } from '@sonde/language-ng';
import type { TestClient } from '@sonde/testkit';
import { describeUnlessMissing, witness } from '@sonde/testkit/vitest';
import { describe, expect, it } from 'vitest';
import { tcpServer } from './fixtures.js';
import { stoppedIn, written } from './written-programs.js';

const server = tcpServer();

async function namesWith(
  client: TestClient,
  format: Readonly<Record<string, boolean>>,
): Promise<readonly string[]> {
  const { threadId } = await client.waitForStop();
  const { stackFrames } = await client.request('stackTrace', { threadId, format });
  return stackFrames.map(({ name }) => name);
}

const adding = 'fn add(a, b) {\n  let sum = a + b;\n  return sum; // #here\n}\nprint add(1, 255);\n';

describe('names of frames', () => {
  witness(
    mini,
    ['capability supportsValueFormattingOptions', 'request stackTrace'],
    'show parameters, line and module as the client asks for them',
    async () => {
      const client = await stoppedIn(server, written('names.mini', adding));
      expect((await namesWith(client, {}))[0]).toBe('add');
      expect((await namesWith(client, { parameters: true }))[0]).toBe('add(a, b)');
      expect((await namesWith(client, { parameters: true, parameterValues: true }))[0]).toBe('add(1, 255)');
      const all = { parameters: true, parameterNames: true, parameterTypes: true, parameterValues: true };
      expect((await namesWith(client, all))[0]).toBe('add(int a = 1, int b = 255)');
      expect((await namesWith(client, { parameterNames: true, parameterValues: true, hex: true }))[0]).toBe(
        'add(a = 0x00000001, b = 0x000000ff)',
      );
      expect((await namesWith(client, { line: true }))[0]).toBe('add, line 3');
      expect((await namesWith(client, { module: true, includeAll: true }))[0]).toMatch(/names[^!]*!add$/);
    },
  );

  it('of a deep stack come in time, the last of them without parameters', async () => {
    const program = written(
      'deep.mini',
      'fn down(n) {\n  if n == 0 {\n    return 0; // #here\n  }\n  return 1 + down(n - 1);\n}\nprint down(30000);\n',
    );
    const client = await stoppedIn(server, program);
    const names = await namesWith(client, { parameters: true, parameterValues: true });
    expect(names).toHaveLength(30_002);
    expect(names.slice(0, 3)).toEqual(['down(0)', 'down(1)', 'down(2)']);
    expect(names[30_000]).toMatch(/^down\((30000|…)\)$/);
  });
});

describe('numbers', () => {
  witness(
    mini,
    [
      'capability supportsValueFormattingOptions',
      'request variables',
      'request setVariable',
      'request setExpression',
    ],
    'are shown in hexadecimal wherever a client asks for it',
    async () => {
      const client = await stoppedIn(server, written('hex.mini', 'let n = 255;\nprint n; // #here\n'));
      const frame = await client.topFrame();
      const format = { hex: true };
      for (const context of ['watch', 'repl', 'hover', 'clipboard', 'variables'])
        expect((await client.evaluate('n', { frameId: frame.id, context, format })).result).toBe(
          '0x000000ff',
        );
      const { scopes } = await client.request('scopes', { frameId: frame.id });
      const listed = await Promise.all(
        scopes.map(({ variablesReference }) =>
          client
            .request('variables', { variablesReference, format })
            .then(({ variables }) => ({ variablesReference, n: variables.find(({ name }) => name === 'n') })),
        ),
      );
      const { variablesReference, n } = listed.find(each => each.n !== undefined)!;
      expect(n!.value).toBe('0x000000ff');
      const set = await client.request('setVariable', { variablesReference, name: 'n', value: '16', format });
      expect(set.value).toBe('0x00000010');
      const changed = await client.request('setExpression', {
        expression: 'n,x',
        value: '17',
        frameId: frame.id,
      });
      expect(changed.value).toBe('0x00000011');
      expect((await client.evaluate('n')).result).toBe('17');
    },
  );

  it('take the suffixes that people type', async () => {
    const client = await stoppedIn(
      server,
      written(
        'suffix.ng',
        'fun main() {\n  val n = 10;\n  val list = [10, 11];\n  print(n, list); // #here\n}\n',
      ),
    );
    const show = async (text: string): Promise<string> => (await client.evaluate(text)).result;
    expect(await show('n,x')).toBe('0x0000000a');
    expect(await show('n , b')).toMatch(/^0b0*1010$/);
    expect((await client.evaluate('n,d', { format: { hex: true } })).result).toBe('10');
    expect(await show('list,x')).toBe('[0x0000000a, 0x0000000b]');
    const { variablesReference } = await client.evaluate('list,x');
    const { variables } = await client.request('variables', { variablesReference });
    expect(variables.map(({ value }) => value)).toEqual(['0x0000000a', '0x0000000b']);
    await expect(client.evaluate('nobody,x')).rejects.toThrow(/nobody/);
  });

  witness(ng, ['capability supportsValueFormattingOptions'], 'inside of a value too', async () => {
    const program = written(
      'inside.ng',
      'fun main() {\n  val pair = (1, 255);\n  print(pair); // #here\n}\n',
    );
    const client = await stoppedIn(server, program);
    expect((await client.evaluate('pair', { format: { hex: true } })).result).toBe(
      '(0x00000001, 0x000000ff)',
    );
  });
});

describeUnlessMissing('formats of C', (await nativeTools()).missing, () => {
  witness(
    c,
    ['capability supportsValueFormattingOptions', 'request stackTrace'],
    'change names of frames and values',
    async () => {
      const program = written(
        'formats.c',
        'struct pair { int first; unsigned char second; };\nint add(int a, int b) {\n  struct pair p = {a, 7};\n  return p.first + b; // #here\n}\nint main(void) { return add(1, 255) - 256; }\n',
      );
      const client = await stoppedIn(server, program);
      const all = { parameters: true, parameterNames: true, parameterTypes: true, parameterValues: true };
      expect(await namesWith(client, { ...all, module: true, line: true, hex: true })).toEqual(
        expect.arrayContaining([
          expect.stringMatching(/^formats[^!]*!add\(int a = 0x00000001, int b = 0x000000ff\), line 4$/),
        ]),
      );
      const { result } = await client.evaluate('p,x');
      expect(result).toBe('{first: 0x00000001, second: 0x07}');
      expect((await client.evaluate('a + b,b')).result).toBe(`0b${(256).toString(2).padStart(32, '0')}`);
    },
  );

  it('show registers as the bits they are, in their scope and by their names', async () => {
    const program = written('registers.c', 'int main(void) {\n  int n = 7;\n  return n - 7; // #here\n}\n');
    const client = await stoppedIn(server, program);
    const [frame] = await client.stack();
    const { scopes } = await client.request('scopes', { frameId: frame!.id });
    const registers = scopes.find(({ presentationHint }) => presentationHint === 'registers')!;
    const { variables } = await client.request('variables', registers);
    // Behind them come groups of others.
    const single = variables.filter(({ variablesReference }) => variablesReference === 0);
    expect(single.length).toBeGreaterThan(8);
    for (const { value } of single) expect(value).toMatch(/^0x[0-9a-f]+$/);
    const { name, value } = single[0]!;
    expect((await client.evaluate(`$${name}`)).result).toBe(value);
    expect(BigInt((await client.evaluate(`$${name},d`)).result)).toBe(BigInt(value));
    expect((await client.evaluate('n')).result).toBe('7');
  });
});
