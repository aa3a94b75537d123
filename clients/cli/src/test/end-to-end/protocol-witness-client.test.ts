// What a client says of itself in `initialize` changes what it gets.

import { pathToFileURL } from 'node:url';
import type { InitializeRequestArguments } from '@sonde/dap';
import { mini } from '@sonde/language-mini';
import { ng } from '@sonde/language-ng';
import { connect, lineOf, type TestClient } from '@sonde/testkit';
import { closeAfterTest, witness, witnessRefusal } from '@sonde/testkit/vitest';
import { describe, expect } from 'vitest';
import { fixture, tcpServer } from './fixtures.js';
import { refusal } from './refusal.js';
import { stoppedIn, written } from './written-programs.js';

const server = tcpServer();
const program = fixture('scenario.mini');

const open = async (initialize: Partial<InitializeRequestArguments> = {}): Promise<TestClient> =>
  closeAfterTest(await connect(await server(), { initialize }));

/** The line of the marker, stopped there, as a client counts lines that starts at `base`. */
async function stoppedAtLine(
  client: TestClient,
  base: number,
  path = program,
): Promise<{ readonly line: number; readonly column: number; readonly path: string | undefined }> {
  const line = lineOf(program, '#call') - 1 + base;
  await client.launch({ program }, each =>
    each.request('setBreakpoints', { source: { path }, breakpoints: [{ line }] }),
  );
  await client.waitForStop({ reason: 'breakpoint' });
  const frame = await client.topFrame();
  return { line: frame.line, column: frame.column, path: frame.source?.path };
}

describe('a client', () => {
  witness(
    mini,
    ['argument linesStartAt1', 'argument columnsStartAt1'],
    'that counts from 0 stops in the same line and the same column as one that counts from 1',
    async () => {
      const one = await stoppedAtLine(await open({ linesStartAt1: true, columnsStartAt1: true }), 1);
      const zero = await open({ linesStartAt1: false, columnsStartAt1: false });
      expect(await stoppedAtLine(zero, 0)).toMatchObject({ line: one.line - 1, column: one.column - 1 });
      expect((await zero.evaluate('x')).result).toBe('2');
    },
  );

  witness(
    mini,
    ['argument pathFormat'],
    'that speaks of files as URIs is understood and answered in kind',
    async () => {
      const uri = pathToFileURL(program).href;
      expect((await stoppedAtLine(await open({ pathFormat: 'uri' }), 1, uri)).path).toBe(uri);
      expect((await stoppedAtLine(await open({ pathFormat: 'path' }), 1)).path).toBe(program);
    },
  );

  witness(
    mini,
    ['argument clientID', 'argument clientName'],
    'is called by its name, or else by its id, when the others are told what it did',
    async () => {
      const ended = async (initialize: Partial<InitializeRequestArguments>): Promise<string> => {
        const owner = await open({ clientName: 'The owner' });
        await owner.launch({ program: fixture('endless.mini') });
        await owner.waitForOutput('spinning');
        const { sessions } = (await owner.customRequest('sonde/sessions')) as {
          readonly sessions: readonly { readonly id: string }[];
        };
        const guest = await open();
        const { clientID = 'guest-id', ...others } = initialize;
        await guest.request('initialize', { adapterID: 'any', clientID, ...others });
        await guest.request('attach', { session: sessions[0]!.id });
        await guest.request('configurationDone');
        await guest.request('terminate');
        await owner.waitFor('terminated');
        return owner.output({ category: 'console' });
      };
      expect(await ended({ clientID: 'guest-id' })).toContain('guest-id asked for it');
      expect(await ended({ clientID: 'guest-id', clientName: 'The guest' })).toContain(
        'The guest asked for it',
      );
    },
  );

  witnessRefusal(
    mini,
    'argument locale',
    'changes nothing: Sonde speaks English',
    'of whatever language hears the same words',
    async () => {
      const words = async (locale: string): Promise<string> => {
        const client = await open({ locale });
        await stoppedAtLine(client, 1);
        const refused = await refusal(client.evaluate('nobody'));
        await client.runToEnd();
        return `${refused} ${client.output()}`;
      };
      expect(await words('de-CH')).toBe(await words('en-US'));
    },
  );

  witness(
    ng,
    ['argument supportsVariablePaging', 'request variables'],
    'that can page gets the page it asks for, one that cannot gets all there is',
    async () => {
      const text = 'fun main() {\n  val list = [0, 1, 2, 3, 4, 5, 6, 7];\n  print(list); // #here\n}\n';
      const page = async (supportsVariablePaging: boolean): Promise<readonly string[]> => {
        const options = { initialize: { supportsVariablePaging } };
        const client = await stoppedIn(server, written('list.ng', text), options);
        const { variablesReference, indexedVariables } = (await client.locals()).get('list')!;
        expect(indexedVariables).toBe(8);
        const asked = { variablesReference, filter: 'indexed', start: 5, count: 2 } as const;
        return (await client.request('variables', asked)).variables.map(({ value }) => value);
      };
      expect(await page(true)).toEqual(['5', '6']);
      expect(await page(false)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7']);
    },
  );

  witness(
    mini,
    [
      'argument supportsRunInTerminalRequest',
      'argument supportsArgsCanBeInterpretedByShell',
      'reverse runInTerminal',
    ],
    'with a terminal gets the program there, with its arguments as they are; without one it gets the output',
    async () => {
      const source = written('shows.mini', 'print "<" + args(0) + "> <" + args(1) + ">";\n');
      const args = ['$HOME; echo *', 'it\'s "quoted"'];
      const shown = `<${args[0]!}> <${args[1]!}>`;
      for (const supportsArgsCanBeInterpretedByShell of [true, false]) {
        const client = await open({ supportsArgsCanBeInterpretedByShell });
        await client.launch({ program: source, args, console: 'integratedTerminal' });
        await client.waitForEnd();
        // A shell would change them; nothing is left to one, even where the client would allow it.
        expect(client.terminals[0]!.arguments.argsCanBeInterpretedByShell).not.toBe(true);
        await client.terminals[0]!.output.waitFor(/<.*> <.*>/, 20_000);
        expect(client.terminals[0]!.output.text).toContain(shown);
      }
      const without = await open({ supportsRunInTerminalRequest: false });
      await without.launch({ program: source, args, console: 'integratedTerminal' });
      await without.waitForEnd();
      expect(without.output({ category: 'stdout' })).toBe(`${shown}\n`);
      expect(without.terminals).toEqual([]);
    },
  );

  witness(
    mini,
    ['argument supportsStartDebuggingRequest', 'reverse startDebugging'],
    'that can open sessions is offered the child of a program; for others the child just runs',
    async () => {
      const parent = new URL('parent.mini', mini.examples).pathname;
      const able = await open({ supportsStartDebuggingRequest: true });
      await able.launch({ program: parent });
      const child = await able.child(0);
      await child.waitForEnd();
      expect(child.output()).toContain('the answer: 42');
      expect(able.output()).not.toContain('the answer: 42');

      const unable = await open({ supportsStartDebuggingRequest: false });
      await unable.launch({ program: parent });
      await unable.waitForEnd();
      expect(unable.output()).toContain('the answer: 42');
    },
  );
});
