// What programs of virtual machines show at their stops, through the whole: the entry, values that came back, changes,
// exceptions by name, modules, and motions that are out of the ordinary.

import { mini } from '@sonde/language-mini';
import { ng } from '@sonde/language-ng';
import { connect, lineOf, type TestClient } from '@sonde/testkit';
import { closeAfterTest, witness } from '@sonde/testkit/vitest';
import { describe, expect, it } from 'vitest';
import { tcpServer } from './fixtures.js';
import { refusal } from './refusal.js';
import { stoppedIn, testFolder, written } from './written-programs.js';

const server = tcpServer();

async function returned(client: TestClient): Promise<Readonly<Record<string, string>> | undefined> {
  const { scopes } = await client.request('scopes', { frameId: (await client.topFrame()).id });
  const scope = scopes.find(s => s.presentationHint === 'returnValue');
  if (scope === undefined) return undefined;
  const { variables } = await client.request('variables', { variablesReference: scope.variablesReference });
  return Object.fromEntries(variables.map(({ name, value }) => [name, value]));
}

/** Watches a variable of the top frame's globals, only for changes. */
async function watchChanges(client: TestClient, name: string) {
  const { scopes } = await client.request('scopes', { frameId: (await client.topFrame()).id });
  const { variablesReference } = scopes.find(s => s.name === 'Globals')!;
  const asked = { name, variablesReference, mode: 'change' };
  const { dataId } = await client.request('dataBreakpointInfo', asked);
  const { breakpoints } = await client.request('setDataBreakpoints', {
    breakpoints: [{ dataId: dataId!, accessType: 'write' }],
  });
  return breakpoints;
}

describe('a program with modules', () => {
  witness(
    ng,
    ['event loadedSource', 'event module', 'capability additionalModuleColumns', 'request modules'],
    'stops at its entry once they are initialised, and has told of them',
    async () => {
      const folder = testFolder();
      const library = written('library.ng', 'module library exports *;\nprint("library");\n', folder);
      const program = written(
        'main.ng',
        'import library;\nval a = 1; // #entry\nprint(a); // #print\n',
        folder,
      );
      const client = closeAfterTest(await connect(await server()));
      await client.launch({ program, stopOnEntry: true });
      await client.waitForStop({ reason: 'entry' });
      expect((await client.topFrame()).line).toBe(lineOf(program, '#entry'));
      expect(client.output({ category: 'stdout' })).toBe('library\n');
      await client.waitFor('loadedSource', {
        where: ({ reason, source }) => reason === 'new' && source.path === library,
      });
      await client.waitFor('module', { where: ({ module }) => module.name === 'library' });
      const columns = client.capabilities.additionalModuleColumns!.map(c => c.attributeName);
      expect(columns).toEqual(['functions', 'codeSize', 'format']);
      const { modules } = await client.request('modules', {});
      const told = modules.map(m => (m as Readonly<Record<string, unknown>>)['format']);
      expect(told).toEqual([2, 2]);
      await client.next();
      expect((await client.topFrame()).line).toBe(lineOf(program, '#print'));
      await client.runToEnd();
      expect(client.output({ category: 'stdout' })).toBe('library\n1\n');
    },
  );
});

describe('the value that a call gave back', () => {
  it.each([
    ['back.mini', 'fn f(n) {\n  return n * 2; // #here\n}\nlet a = f(4) + 1;\nprint a;\n'],
    ['back.ng', 'fun f(n: i32) -> i32 {\n  return n * 2; // #here\n}\nval a = f(4) + 1;\nprint(a);\n'],
  ])('is shown when its last line was stepped over, and not at the stop behind (%s)', async (name, text) => {
    const client = await stoppedIn(server, written(name, text));
    expect(await returned(client)).toBeUndefined();
    await client.next();
    expect(await returned(client)).toEqual({ 'f()': '8' });
    await client.next();
    expect(await returned(client)).toBeUndefined();
  });
});

describe('a data breakpoint in mode `change`', () => {
  witness(
    mini,
    ['capability breakpointModes', 'request setDataBreakpoints', 'request dataBreakpointInfo'],
    'passes writes that leave the value as it was',
    async () => {
      const program = written(
        'change.mini',
        'let a = 1;\nlet b = 0; // #here\na = 1;\na = 2;\na = 2;\na = 3;\n',
      );
      const client = await stoppedIn(server, program);
      expect(client.capabilities.breakpointModes!.map(({ mode }) => mode)).toContain('change');
      expect(await watchChanges(client, 'a')).toMatchObject([{ verified: true }]);
      const seen: string[] = [];
      for (let stop = 0; stop < 2; stop++) {
        expect((await client.continue()).reason).toBe('data breakpoint');
        seen.push((await client.evaluate('a')).result);
      }
      expect(seen).toEqual(['2', '3']);
      await client.runToEnd();
    },
  );

  it('looks into values (NG)', async () => {
    const text =
      'val a = [1, 2];\nval b = 0;\nprint(b); // #here\na := [1, 2];\na[1] := 2;\na[1] := 5;\nprint(a);\n';
    const client = await stoppedIn(server, written('change.ng', text));
    expect(await watchChanges(client, 'a')).toMatchObject([{ verified: true }]);
    expect((await client.continue()).reason).toBe('data breakpoint');
    expect((await client.evaluate('a[1]')).result).toBe('5');
    await client.runToEnd();
  });
});

describe('exceptions by name', () => {
  witness(
    mini,
    ['capability supportsExceptionOptions', 'request setExceptionBreakpoints', 'request exceptionInfo'],
    'stop for those that are wanted, decided where they are thrown',
    async () => {
      const program = written(
        'names.mini',
        'fn fail(what) {\n  throw what;\n}\ntry { fail("A: 1"); } catch e { print e; }\ntry { fail("B: 2"); } catch e { print e; }\nfail("C: 3");\n',
      );
      const stopsWith = async (
        names: readonly string[],
        negate: boolean,
        breakMode: 'always' | 'unhandled',
      ) => {
        const client = closeAfterTest(await connect(await server()));
        await client.launch({ program, stopOnEntry: true });
        await client.waitForStop({ reason: 'entry' });
        const path = [{ names: ['thrown'] }, { names: [...names], negate }];
        await client.request('setExceptionBreakpoints', {
          filters: [],
          exceptionOptions: [{ path, breakMode }],
        });
        const { threadId } = await client.continue();
        return (await client.request('exceptionInfo', { threadId })).exceptionId;
      };
      expect(await stopsWith(['B'], false, 'always')).toBe('B');
      expect(await stopsWith(['A'], true, 'always')).toBe('B');
      expect(await stopsWith(['A'], true, 'unhandled')).toBe('C');
    },
  );
});

describe('motions out of the ordinary', () => {
  const text = `fn top(n) {
  return n; // #here
}
fn middle(n) {
  let twice = n * 2; // #middle
  return top(twice);
}
print middle(4); // #call
print "end"; // #end
`;

  witness(
    mini,
    ['request restartFrame', 'capability supportsRestartFrame'],
    'begin a frame in the middle of the stack again',
    async () => {
      const program = written('middle.mini', text);
      const client = await stoppedIn(server, program);
      const [, middle] = await client.stack();
      await client.setBreakpoints(program, []);
      const after = client.timeline.now;
      await client.request('restartFrame', { frameId: middle!.id });
      await client.waitForStop({ after });
      expect((await client.stack()).map(f => f.name)).toEqual(['middle', '(main)']);
      expect((await client.topFrame()).line).toBe(lineOf(program, '#middle'));
      await client.runToEnd();
      expect(client.output({ category: 'stdout' })).toBe('8\nend\n');
    },
  );

  it('out of the function are refused, and nothing moves', async () => {
    const program = written('outside.mini', text);
    const client = await stoppedIn(server, program);
    const source = { path: program };
    const { targets } = await client.request('gotoTargets', { source, line: lineOf(program, '#end') });
    const moved = client.request('goto', { threadId: 1, targetId: targets[0]!.id });
    expect(await refusal(moved)).toContain('in the function that runs');
    expect((await client.topFrame()).line).toBe(lineOf(program, '#here'));
  });

  witness(
    mini,
    ['request terminateThreads', 'capability supportsTerminateThreadsRequest', 'event thread'],
    'end the last task, and with it the program',
    async () => {
      const program = written('last.mini', 'print "before"; // #here\nprint "never";\n');
      const client = await stoppedIn(server, program);
      const { threads } = await client.request('threads');
      const after = client.timeline.now;
      await client.request('terminateThreads', { threadIds: threads.map(t => t.id) });
      await client.waitFor('thread', { after, where: ({ reason }) => reason === 'exited' });
      await client.waitForEnd({ after });
      expect(client.output({ category: 'stdout' })).toBe('');
    },
  );
});
