// Forked processes as clients get them: a session of their own, or none.

import { nativeTools } from '@sonde/engine-native';
import { connect } from '@sonde/testkit';
import { closeAfterTest, describeUnlessMissing } from '@sonde/testkit/vitest';
import { expect, it } from 'vitest';
import { stdio, tcpServer } from './fixtures.js';
import { ScratchFolder } from './scratch-folder.js';

const text = `#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
static int work(int number) {
  return number * 2; // #work
}
int main(void) {
  int status = 0;
  pid_t child = fork();
  if (child == 0) _exit(work(21));
  waitpid(child, &status, 0);
  printf("the child said %d\\n", WEXITSTATUS(status));
  return 0;
}
`;

describeUnlessMissing('a forked process', (await nativeTools()).missing, () => {
  const server = tcpServer();

  it('is a session of its own when the launch wants that', async () => {
    const program = new ScratchFolder().file('forks.c', text);
    const client = closeAfterTest(await connect(await server()));
    await client.launch({ program, followFork: true }, session => session.setBreakpoints(program, ['#work']));
    const child = await client.child();
    await child.waitForStop({ reason: 'breakpoint' });
    expect((await child.stack()).map(({ name }) => name)).toEqual(expect.arrayContaining(['work', 'main']));
    const { body } = await child.waitFor('process');
    expect(body.startMethod).toBe('attach');
    await child.runToEnd();
    await client.waitForOutput('the child said 42');
    await client.waitFor('terminated');
  });

  it('runs by itself when it is not wanted, or the client has no more sessions', async () => {
    for (const [followFork, supportsStartDebuggingRequest] of [
      [false, true],
      [true, false],
    ] as const) {
      const program = new ScratchFolder().file('forks.c', text);
      const client = closeAfterTest(await connect(stdio()));
      await client.initialize({ supportsStartDebuggingRequest });
      await client.launch({ program, followFork }, session => session.setBreakpoints(program, ['#work']));
      await client.waitForEnd();
      expect(client.output()).toContain('the child said 42');
    }
  });
});
