import { describe, expect, it } from 'vitest';
import { endpointAt } from './address.js';

describe('an address of an adapter', () => {
  it.each([
    ['127.0.0.1:4711', 'tcp', 'tcp 127.0.0.1:4711'],
    ['localhost:4711', 'tcp', 'tcp localhost:4711'],
    [':4711', 'tcp', 'tcp 127.0.0.1:4711'],
    ['[::1]:4711', 'tcp', 'tcp ::1:4711'],
    ['connection://127.0.0.1:4711', 'tcp', 'tcp 127.0.0.1:4711'],
    ['/tmp/adapter.sock', 'unix', 'unix socket /tmp/adapter.sock'],
    ['./adapter.sock', 'unix', 'unix socket ./adapter.sock'],
    ['unix-connect:///tmp/adapter.sock', 'unix', 'unix socket /tmp/adapter.sock'],
    ['ws://127.0.0.1:4711/dap', 'websocket', 'websocket 127.0.0.1:4711'],
    ['http://127.0.0.1:4711/#token=secret', 'websocket', 'websocket 127.0.0.1:4711'],
  ])('%s', (address, line, description) => {
    const endpoint = endpointAt(address);
    expect(endpoint.line).toBe(line);
    expect(endpoint.description).toBe(description);
  });

  it('never shows its token', () => {
    expect(endpointAt('ws://127.0.0.1:4711/dap#token=secret').description).not.toContain('secret');
  });

  it.each(['4711', 'nowhere', '127.0.0.1:0', '127.0.0.1:70000', 'ws://'])('%s is none', address => {
    expect(() => endpointAt(address)).toThrow(/no address|no port/);
  });
});
