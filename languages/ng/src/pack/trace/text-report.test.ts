import { describe, expect, it } from 'vitest';
import type { DebugFrame } from '../../runtime/debug/debug-interface.js';
import { textReport } from './text-report.js';
import type { TracedStop } from './trace-report.js';

const frame = (functionName: string, line: number): DebugFrame => ({
  functionName,
  file: '/somewhere/else/a.ng',
  line,
  column: 4,
  frameId: line,
});

const stop = (kind: TracedStop['kind'], stack: readonly DebugFrame[], message?: string): TracedStop => ({
  kind,
  stack,
  parameters: [],
  locals: [],
  globals: [],
  watched: [],
  ...(message === undefined ? {} : { message }),
});

const plain = textReport({});

describe('the report for people', () => {
  it('is coloured on a terminal whose user wants that, and only there', () => {
    const hit = stop('breakpoint', [frame('f', 3)]);
    expect(plain.stop(hit)).toBe('/somewhere/else/a.ng:3 f\n');
    expect(textReport({ isTTY: true }, { TERM: 'xterm' }).stop(hit)).toContain('\u001b[1m');
    expect(textReport({ isTTY: true }, { NO_COLOR: '1' }).stop(hit)).toBe(plain.stop(hit));
    expect(textReport({ isTTY: true }, { TERM: 'dumb' }).stop(hit)).toBe(plain.stop(hit));
  });

  it('says why a condition could not be decided', () => {
    expect(plain.stop(stop('breakpoint', [frame('f', 3)], 'its condition failed'))).toContain(
      ':3 f: its condition failed\n',
    );
  });

  it('leaves the middle of a long stack out', () => {
    const stack = Array.from({ length: 1_000 }, (_, nth) => frame(`f${nth}`, nth + 1));
    const lines = plain.stop(stop('interrupt', stack)).trimEnd().split('\n');
    expect(lines).toHaveLength(1 + 20 + 1 + 5);
    expect(lines[21]).toContain('… 975 more …');
    expect(lines.at(-1)).toContain('f999 (/somewhere/else/a.ng:1000:5)');
  });

  it('names code without lines by its function', () => {
    const bare = { ...frame('__start__', 0), file: '' };
    expect(plain.stop(stop('interrupt', [bare]))).toBe(
      'no line interrupted in __start__\n  stack      __start__\n',
    );
  });
});
