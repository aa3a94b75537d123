// Texts as people type them into the console and into watches, beyond what can be calculated from values in sight.

import { nativeTools } from '@sonde/engine-native';
import { c } from '@sonde/language-c';
import type { TestClient } from '@sonde/testkit';
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { expect, it } from 'vitest';
import { clientFor } from './in-process.js';
import { sharedPrograms } from './shared-programs.js';

const programs = sharedPrograms(c);

const program = `#include <stdlib.h>
struct pair { int left, right; };
int main(void) {
  int n = 9;
  struct pair pair = {1, 2};
  const char *word = "seven";
  for (int k = 0; k < 3; k++)
    n += word[k] == 'v'; // #turn
  return n + pair.left; // #here
}
`;

/** What a text comes to, or the complaint. */
type Ask = (text: string, context?: 'repl' | 'watch' | 'hover') => Promise<string>;

async function stopped(client: TestClient, file: string): Promise<Ask> {
  await client.launch({ program: file }, () => client.setBreakpoints(file, ['#here']));
  await client.waitForStop({ reason: 'breakpoint' });
  const { id: frameId } = await client.topFrame();
  return async (text, context = 'repl') => {
    try {
      return (await client.evaluate(text, { frameId, context })).result;
    } catch (error) {
      return String(error);
    }
  };
}

describeUnlessMissing('texts that are typed', (await nativeTools()).missing, () => {
  it('declare variables of the console, once', async () => {
    const ask = await stopped(await clientFor(programs.language), programs.written('typed.c', program));
    await ask('int $x=4');
    expect(await ask('$x*2')).toBe('8');
    await ask('int $y = n + 1;');
    expect(await ask('$y')).toBe('11');
    await ask('struct pair *$at = &pair');
    expect(await ask('$at->right')).toBe('2');
    // Only the console does.
    expect(await ask('int $z', 'watch')).toContain('would declare a variable');
    expect(await ask('struct pair *$z', 'hover')).toContain('would declare a variable');
    expect(await ask('n * $x', 'watch')).toBe('40');
    expect(await ask('sizeof $x', 'watch')).toBe('4');
  });

  it('call functions of the C library without saying what they return', async () => {
    const file = programs.written('typed.c', program);
    const client = await clientFor(programs.language);
    const ask = await stopped(client, file);
    expect(await ask('strlen(word) + abs(-4)', 'watch')).toBe('9');
    expect(await ask('isdigit(word[0]) != 0 || strcmp(word, "seven") == 0', 'watch')).toBe('true');
    expect(await ask('errno', 'watch')).toBe('0');
    expect(await ask('*strchr(word, 118)', 'watch')).toContain("'v'");
    expect(await ask('nothing(4) + abs(-4)', 'watch')).toContain("undeclared identifier 'nothing'");
    // Nobody asked for a call.
    expect(await ask('strlen(word)', 'hover')).toContain('would run code');
    expect(await ask('errno', 'hover')).toContain("undeclared identifier 'errno'");
  });

  it('call them in conditions too', async () => {
    const file = programs.written('typed.c', program);
    const client = await clientFor(programs.language);
    const condition = 'strlen(word) == 5 && k == 2';
    await client.launch({ program: file }, () => client.setBreakpoints(file, [{ at: '#turn', condition }]));
    await client.waitForStop({ reason: 'breakpoint' });
    expect((await client.locals()).get('k')?.value).toBe('2');
  });
});
