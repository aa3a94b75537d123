// Whatever parses, the checker accepts it or gives a `SourceProblem` with a place inside the text. Seeded.

import { describe, expect, it } from 'vitest';
import { parseUnit } from '../parser/parser.js';
import { SourceProblem } from '../source.js';
import { check } from './check.js';
import { programs } from '../../test/checker/valid-programs.js';

/** A small random generator (xorshift): numbers below the limit. */
function randomFrom(seed: number): (limit: number) => number {
  let state = seed;
  return limit => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
}

/** What became of the text. */
function judge(text: string): 'unparsed' | 'accepted' | 'rejected' {
  const file = { path: '/program.ng', module: 'program', text };
  let parsed = false;
  try {
    const unit = parseUnit(file);
    parsed = true;
    check(file, unit, new Map(), { upstreamCompatible: false });
    return 'accepted';
  } catch (problem) {
    if (!(problem instanceof SourceProblem))
      throw new Error(`on ${JSON.stringify(text)}`, { cause: problem });
    if (!parsed) return 'unparsed';
    const lines = text.split('\n');
    expect(problem.at.line).toBeGreaterThan(0);
    expect(problem.at.line).toBeLessThanOrEqual(lines.length);
    expect(problem.at.column).toBeLessThanOrEqual(lines[problem.at.line - 1]!.length + 1);
    expect(problem.hint).toBeTruthy();
    return 'rejected';
  }
}

const texts = Object.values(programs);
const piece = /\w+|"[^"]*"|\s+|[^\s\w]+/g;
const words = (texts.join('\n').match(piece) ?? []).filter(word => /^[\w"]/.test(word));

describe('whatever parses', () => {
  it('is judged after words were exchanged', () => {
    const random = randomFrom(20260609);
    const verdicts = { unparsed: 0, accepted: 0, rejected: 0 };
    for (let round = 0; round < 1500; round++) {
      const parts = texts[random(texts.length)]!.match(piece) ?? [];
      for (let changes = 1 + random(3); changes > 0; changes--) {
        const at = random(parts.length);
        if (/^[\w"]/.test(parts[at]!)) parts[at] = words[random(words.length)]!;
      }
      verdicts[judge(parts.join(''))]++;
    }
    expect(verdicts.rejected).toBeGreaterThan(200);
    expect(verdicts.accepted).toBeGreaterThan(50);
  });

  it('is judged after statements were mixed', () => {
    const random = randomFrom(4711);
    const lines = texts.flatMap(text => text.split('\n').filter(line => /;\s*$|\}\s*$/.test(line)));
    for (let round = 0; round < 400; round++)
      judge(Array.from({ length: 12 }, () => lines[random(lines.length)]!).join('\n'));
  });

  it('is judged however deep it nests', () => {
    const nested = (open: string, middle: string, close: string) =>
      judge(`val x = ${open.repeat(350)}${middle}${close.repeat(350)};`);
    expect(nested('(', '1', ')')).toBe('accepted');
    expect(nested('[', '1', ']')).toBe('accepted');
    expect(nested('1 + ', '1', '')).toBe('accepted');
    expect(nested('len(', '"a"', ')')).toBe('accepted');
    expect(nested('1 + ', '"a"', '')).toBe('rejected');
  });
});
