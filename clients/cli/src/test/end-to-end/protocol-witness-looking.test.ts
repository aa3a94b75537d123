// Breakpoints that decide, and looking at a stopped program: what each of them does in the program.

import { mini } from '@sonde/language-mini';
import { ng } from '@sonde/language-ng';
import { connect, lineOf, type TestClient } from '@sonde/testkit';
import { closeAfterTest, witness } from '@sonde/testkit/vitest';
import { describe, expect, it } from 'vitest';
import { fixture, tcpServer } from './fixtures.js';
import { refusal } from './refusal.js';
import { stoppedIn, written } from './written-programs.js';

const server = tcpServer();
const open = async (): Promise<TestClient> => closeAfterTest(await connect(await server()));
const program = fixture('scenario.ng');

describe('a breakpoint', () => {
  witness(
    ng,
    ['capability supportsConditionalBreakpoints', 'request setBreakpoints', 'request continue'],
    'with a condition stops where it is true, and nowhere else',
    async () => {
      const client = await open();
      await client.launch({ program }, each =>
        each.setBreakpoints(program, [{ at: '#loop', condition: 'i == 3' }]),
      );
      await client.waitForStop({ reason: 'breakpoint' });
      expect((await client.evaluate('i')).result).toBe('3');
      await client.runToEnd();
    },
  );

  it.each(['scenario.mini', 'scenario.ng'])(
    'that is sent right before the program goes on is in time: %s',
    async name => {
      const source = fixture(name);
      for (const places of [[{ line: lineOf(source, '#end') }], []]) {
        const client = await open();
        await client.launch({ program: source }, each => each.setBreakpoints(source, ['#call']));
        const { threadId } = await client.waitForStop();
        // Nobody waits for an answer here; the order of the requests is what counts.
        const set = client.send('setBreakpoints', { source: { path: source }, breakpoints: places });
        const { sent } = client.send('continue', { threadId });
        expect((await set.answer).breakpoints.map(({ verified }) => verified)).toEqual(
          places.map(() => true),
        );
        if (places.length > 0) await client.waitForStop({ after: sent, reason: 'breakpoint' });
        else await client.waitForEnd({ after: sent });
      }
    },
  );

  witness(
    ng,
    ['capability supportsHitConditionalBreakpoints', 'request setBreakpoints'],
    'with a hit condition lets the first times pass',
    async () => {
      const client = await open();
      await client.launch({ program }, each =>
        each.setBreakpoints(program, [{ at: '#loop', hitCondition: '4' }]),
      );
      await client.waitForStop({ reason: 'breakpoint' });
      expect((await client.evaluate('i')).result).toBe('3');
    },
  );

  witness(
    ng,
    ['capability supportsLogPoints', 'event output'],
    'with a message prints it, values filled in, and does not stop',
    async () => {
      const client = await open();
      await client.launch({ program }, each =>
        each.setBreakpoints(program, [{ at: '#loop', logMessage: 'i is {i}, total {total}' }]),
      );
      await client.waitForEnd();
      expect(client.output({ category: 'console' })).toContain('i is 2, total 18');
      expect(client.timeline.events('stopped')).toEqual([]);
    },
  );

  witness(
    mini,
    [
      'capability supportsExceptionFilterOptions',
      'request setExceptionBreakpoints',
      'capability exceptionBreakpointFilters',
    ],
    'for exceptions takes a condition, which is decided where it is thrown',
    async () => {
      const source = written(
        'throws.mini',
        'fn fail(n) {\n  throw "no " + n; // #throw\n}\nlet n = 0;\nwhile n < 5 {\n  try {\n    fail(n);\n  } catch e {\n    print e;\n  }\n  n = n + 1;\n}\n',
      );
      const client = await open();
      await client.launch({ program: source }, each =>
        each.request('setExceptionBreakpoints', {
          filters: [],
          filterOptions: [{ filterId: 'thrown', condition: 'n == 3' }],
        }),
      );
      await client.waitForStop({ reason: 'exception' });
      expect((await client.topFrame()).line).toBe(lineOf(source, '#throw'));
      expect((await client.evaluate('n')).result).toBe('3');
      await client.runToEnd();
      expect(client.output()).toContain('no 4');
    },
  );
});

describe('looking', () => {
  witness(
    ng,
    ['capability supportsEvaluateForHovers', 'request evaluate'],
    'at a hover shows a value and changes nothing',
    async () => {
      const client = await open();
      await client.launch({ program }, each => each.setBreakpoints(program, ['#over']));
      await client.waitForStop();
      const hover = (expression: string) => client.evaluate(expression, { context: 'hover' });
      expect((await hover('total + 1')).result).toBe('13');
      expect(await refusal(hover('total := 0'))).toMatch(/would change/);
      await client.runToEnd();
      expect(client.output()).toContain('total, 27');
    },
  );

  witness(
    ng,
    [
      'request completions',
      'capability supportsCompletionsRequest',
      'capability completionTriggerCharacters',
    ],
    'completes the members of a value behind the character that asks for them',
    async () => {
      const text =
        'type Point {\n  across: i32;\n  down: i32;\n}\nfun main() {\n  val point = new Point { across: 1, down: 2 };\n  print(point.down); // #here\n}\n';
      const client = await stoppedIn(server, written('point.ng', text));
      const [trigger] = client.capabilities.completionTriggerCharacters!;
      const frameId = (await client.topFrame()).id;
      const asked = `point${trigger!}`;
      const { targets } = await client.request('completions', {
        text: asked,
        column: asked.length + 1,
        frameId,
      });
      expect(targets.map(({ label }) => label)).toEqual(['across', 'down']);
      for (const { label } of targets) {
        expect((await client.evaluate(asked + label)).result).toMatch(/^[12]$/);
      }
    },
  );

  witness(
    ng,
    ['request source', 'request stackTrace'],
    'at a source by its reference or its path gives the text that runs',
    async () => {
      const text = 'fun main() {\n  print(1); // #here\n}\n';
      const path = written('text.ng', text);
      const client = await stoppedIn(server, path);
      const { source } = await client.topFrame();
      const { content } = await client.request('source', {
        source: source!,
        sourceReference: source!.sourceReference ?? 0,
      });
      expect(content).toBe(text);
    },
  );

  witness(
    mini,
    ['request stepIn', 'request stepOut', 'request next', 'request scopes', 'request variables'],
    'follows the program step by step: in, out, over',
    async () => {
      const client = await open();
      const source = fixture('scenario.mini');
      await client.launch({ program: source }, each => each.setBreakpoints(source, ['#call']));
      await client.waitForStop();
      await client.stepIn();
      expect((await client.topFrame()).name).toBe('add');
      const { scopes } = await client.request('scopes', { frameId: (await client.topFrame()).id });
      const [given] = await Promise.all(
        scopes
          .filter(({ name }) => /argument|local/i.test(name))
          .map(({ variablesReference }) => client.request('variables', { variablesReference })),
      );
      expect(given!.variables.map(({ name, value }) => `${name} = ${value}`)).toEqual(['a = 2', 'b = 10']);
      await client.stepOut();
      expect((await client.topFrame()).name).toBe('main');
      await client.next();
      expect((await client.topFrame()).line).toBe(lineOf(source, '#over'));
      expect((await client.evaluate('total')).result).toBe('12');
    },
  );
});
