import { expect, it } from 'vitest';
import { attachRequest } from './attach-request.js';

it.each([
  ['process', '4711', '', 'process 4711', { pid: 4711 }],
  ['process', ' server ', '', 'process server', { processName: 'server' }],
  ['process', '4711', '/bin/x', '/bin/x', { pid: 4711, program: '/bin/x' }],
  ['core', '/tmp/core', '', '/tmp/core', { core: '/tmp/core' }],
  ['core', '/tmp/core', '/bin/x', '/bin/x', { core: '/tmp/core', program: '/bin/x' }],
] as const)('%s %j of %j is %s', (to, what, program, name, options) => {
  expect(attachRequest({ to, what, program })).toEqual({
    kind: 'attach',
    name,
    options: { stopOnEntry: true, ...options },
  });
});

it('nothing is asked for where nothing is named', () => {
  expect(attachRequest({ to: 'process', what: ' ', program: '/bin/x' })).toBeUndefined();
});
