import { nativeTools } from '@sonde/engine-native';
import { c } from '@sonde/language-c';
import { mini } from '@sonde/language-mini';
import { connect, type TestClient } from '@sonde/testkit';
import { closeAfterTest, describeUnlessMissing, witness } from '@sonde/testkit/vitest';
import { describe, expect, it } from 'vitest';
import { tcpServer } from './fixtures.js';
import { stoppedIn, written } from './written-programs.js';

const server = tcpServer();
const styled = { initialize: { supportsANSIStyling: true } };
const escape = '\u001b[';

/** What clients were told on the console, whoever said it. */
const told = (client: TestClient, categories: readonly string[]): string =>
  client.timeline
    .events('output', { where: body => categories.includes(body.category ?? 'console') })
    .map(({ body }) => body.output)
    .join('');

describe('styles', () => {
  witness(
    mini,
    ['capability supportsANSIStyling', 'argument supportsANSIStyling', 'event output'],
    'colour what is wrong with a program by how bad it is, for clients that can show it',
    async () => {
      const program = written('wrong.mini', 'let a = ;\n');
      for (const [options, pattern] of [
        [styled, /\u001b\[31merror\u001b\[39m: /],
        [{}, /^[^\u001b]*error: [^\u001b]*$/],
      ] as const) {
        const client = closeAfterTest(await connect(await server(), options));
        await expect(client.launch({ program })).rejects.toThrow(/could not be built/);
        expect(told(client, ['stderr', 'console', 'important'])).toMatch(pattern);
      }
    },
  );

  it('never touch what the program prints, nor add to what others get', async () => {
    // Two escapes of the program itself, as it would colour its own output.
    const text = 'print "\u001b[32mgreen\u001b[0m"; // #here\nprint "done";\n';
    for (const options of [styled, {}]) {
      const client = await stoppedIn(server, written('prints.mini', text), options);
      await client.runToEnd();
      expect(told(client, ['stdout'])).toBe('\u001b[32mgreen\u001b[0m\ndone\n');
      expect(told(client, ['console', 'important', 'stderr']).includes(escape)).toBe(false);
    }
  });
});

describeUnlessMissing('styles of values', (await nativeTools()).missing, () => {
  witness(
    c,
    ['argument supportsANSIStyling', 'request variables'],
    'set those that cannot be read apart from those that can',
    async () => {
      const program = written(
        'bad.c',
        'struct s { int x; };\nint main(void) {\n  struct s *bad = (struct s *)8;\n  int good = 1;\n  return good - 1 + (bad == 0); // #here\n}\n',
      );
      for (const options of [styled, {}]) {
        const client = await stoppedIn(server, program, options);
        const locals = await client.locals();
        expect(locals.get('good')!.value).toBe('1');
        const { variablesReference } = locals.get('bad')!;
        const { variables } = await client.request('variables', { variablesReference });
        const shown = variables.map(({ value }) => value).join();
        expect(shown).toMatch(/unreadable/);
        expect(shown.startsWith(`${escape}2m<`)).toBe(options === styled);
        expect(shown.includes(escape)).toBe(options === styled);
        // A result of `evaluate` is not among what the protocol lets adapters style.
        const evaluated = await client.evaluate('bad->x').then(({ result }) => result, String);
        expect(evaluated).not.toContain(escape);
      }
    },
  );
});
