// The HSX debugger specification, section 6.2: what each variant of an executive keeps of a trace.

import { describe, expect, test } from 'vitest';
import { Executive } from '../../executive/executive.js';
import { built, DirectClient } from './bench-executive.js';
import type { Wire } from './wire-fields.js';

describe('6.2 variants', () => {
  const terms = async (variant: 'minimal' | 'development' | 'full', size: number): Promise<Wire> => {
    const other = new Executive({ variant });
    const answer = await new DirectClient(other).ok('session.open', {
      capabilities: { features: ['trace'], trace_buffer_size: size },
    });
    other.dispose();
    return answer.capabilities;
  };
  test('minimal keeps the last instruction', async () =>
    expect(await terms('minimal', 500)).toMatchObject({
      trace_buffer_size: 1,
      trace_mode: 'minimal',
      trace_variant: 'desktop_minimal',
    }));
  test('development has a fixed buffer of 100', async () =>
    expect(await terms('development', 500)).toMatchObject({
      trace_buffer_size: 100,
      trace_mode: 'development',
    }));
  test('full takes 100 to 10,000', async () => {
    expect((await terms('full', 50)).trace_buffer_size).toBe(100);
    expect((await terms('full', 5_000)).trace_buffer_size).toBe(5_000);
    expect((await terms('full', 50_000)).trace_buffer_size).toBe(10_000);
  });
  test('the trace of a minimal executive is one instruction long', async () => {
    const other = new Executive({ variant: 'minimal' });
    const plain = new DirectClient(other);
    await plain.ok('load', {
      path: await built('two.mvasm', '.text\n.entry main\nmain:\nLDI R1, 5\nLDI R2, 6\nRET\n'),
    });
    await plain.ok('step', { pid: 1, steps: 2 });
    const { trace } = await plain.ok('trace.records', { pid: 1 });
    expect(trace.records).toMatchObject([{ pc: 4, next_pc: 8, changed_regs: ['R2'] }]);
    other.dispose();
  });
});
