// What a native program prints, in the order in which it did: between log messages, and on its two streams.

import { connect } from '@sonde/testkit';
import { closeAfterTest } from '@sonde/testkit/vitest';
import { expect, it } from 'vitest';
import { tcpServer } from './fixtures.js';
import { ScratchFolder } from './scratch-folder.js';

const server = tcpServer();

const text = `#include <stdio.h>
int main(void) {
  for (int i = 0; i < 40; i++) {
    printf("out %d\\n", i);
    fprintf(stderr, "err %d\\n", i); // #log
    printf("end %d\\n", i);
  }
  return 0;
}
`;

it('log messages and errors come after what was printed before them, and messages before what follows', async () => {
  const client = closeAfterTest(await connect(await server()));
  const program = new ScratchFolder().file('order.c', text);
  await client.launch({ program }, each =>
    each.setBreakpoints(program, [{ at: '#log', logMessage: 'log {i}' }]),
  );
  await client.waitForEnd();
  const lines = client.timeline
    .events('output', {})
    .flatMap(({ body }) => body.output.split('\n'))
    .filter(line => /^(?:out|err|end|log) \d+$/.test(line));
  const place = new Map(lines.map((line, nth) => [line, nth]));
  for (let i = 0; i < 40; i++) {
    expect(place.get(`out ${i}`)).toBeLessThan(place.get(`log ${i}`)!);
    expect(place.get(`log ${i}`)).toBeLessThan(place.get(`err ${i}`)!);
    expect(place.get(`log ${i}`)).toBeLessThan(place.get(`end ${i}`)!);
    expect(place.get(`out ${i}`)).toBeLessThan(place.get(`err ${i}`)!);
  }
});
