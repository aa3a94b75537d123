import { describe, expect, it } from 'vitest';
import type { Diagnostic } from './build.js';
import { diagnosticText } from './diagnostic-text.js';

const plain = { path: (path: string): string => path.slice(1), colour: (_: string, text: string) => text };

function shown(sourceLine: string, column: number, more: Partial<Diagnostic> = {}): readonly string[] {
  const location = { source: { name: 'a.x', path: '/a.x' }, line: 7, column };
  const text = diagnosticText({ severity: 'error', message: 'no', location, sourceLine, ...more }, plain);
  return text.split('\n').slice(0, -1);
}

describe('a message of a build', () => {
  it('says where and what, shows the line with a mark, and a hint', () => {
    expect(shown('let x = ;', 9, { hint: 'A value is missing.' })).toEqual([
      'a.x:7:9: error: no',
      '  let x = ;',
      '          ^',
      '  hint: A value is missing.',
    ]);
  });

  it('keeps tabs in front of the mark', () => {
    expect(shown('\t\tx @', 5)[2]).toBe('  \t\t  ^');
  });

  it('counts wide characters twice, and those that are drawn over others not at all', () => {
    expect(shown('"日本" @', 6)[2]).toBe(`  ${' '.repeat(7)}^`);
    expect(shown('"🙂" @', 6)[2]).toBe(`  ${' '.repeat(5)}^`);
    expect(shown('"e\u0301" @', 6)[2]).toBe(`  ${' '.repeat(4)}^`);
  });

  it('leaves out the carriage return of the line', () => {
    expect(shown('x = ;\r', 5).slice(1)).toEqual(['  x = ;', '      ^']);
  });

  it('shows of a long line what stands around the mark', () => {
    const [, line, mark] = shown(`${'a'.repeat(5_000)}@${'b'.repeat(5_000)}`, 5_001);
    expect(line).toMatch(/^ {2}…a+@b+…$/);
    expect(line!.length).toBeLessThan(200);
    expect(line![mark!.indexOf('^')]).toBe('@');
    const [, end, last] = shown('a'.repeat(5_000), 5_001);
    expect(end).toMatch(/^ {2}…a+$/);
    expect(last!.indexOf('^')).toBe(end!.length);
  });

  it('gives the terminal no orders', () => {
    const text = shown('x = \u001b[2J\u202e;', 5, { message: 'Unknown token: \u001b' }).join('\n');
    expect(text).not.toMatch(/[\u001b\u202e]/);
    expect(text).toContain('Unknown token: \ufffd');
  });

  it('colours what is said by how bad it is', () => {
    const style = { ...plain, colour: (severity: string, text: string) => `<${severity}>${text}</>` };
    expect(diagnosticText({ severity: 'warning', message: 'odd' }, style)).toBe('<warning>warning</>: odd\n');
  });
});

it('names with control characters and marks of direction are shown escaped', () => {
  const text = diagnosticText(
    {
      severity: 'error',
      message: 'wrong',
      location: { source: { name: 'x', path: '/a\x1b[2J\u202eb.x' }, line: 1 },
    },
    { path: path => path, colour: (_, word) => word },
  );
  expect(text).toBe('/a\\u{1b}[2J\\u{202e}b.x:1: error: wrong\n');
});
