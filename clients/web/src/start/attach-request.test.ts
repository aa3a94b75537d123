import { describe, expect, it } from 'vitest';
import { attachByOptions, attachRequest } from './attach-request.js';

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

describe('by the options of a language', () => {
  const language = {
    id: 'far',
    name: 'Far',
    extensions: [],
    attach: [
      { name: 'port', kind: 'number', required: true, about: '' },
      { name: 'host', kind: 'text', required: false, about: '' },
    ],
  } as const;

  it('what is filled in is sent, by its kind', () => {
    expect(attachByOptions(language, { port: ' 4711 ', host: 'there' })).toEqual({
      kind: 'attach',
      name: 'Far, port 4711',
      options: { stopOnEntry: true, language: 'far', port: 4711, host: 'there' },
    });
    expect(attachByOptions(language, { port: '1', host: ' ' })?.options).not.toHaveProperty('host');
  });

  it.each([{}, { port: '' }, { port: 'x' }, { host: 'there' }])('%j is not enough', texts => {
    expect(attachByOptions(language, texts)).toBeUndefined();
  });
});
