import { describe, expect, it } from 'vitest';
import { withPart } from './marked-part.mjs';

const document = 'before\n<!-- table: begin -->\n\nold\n\n<!-- table: end -->\nafter\n';

describe('a part of a document', () => {
  it('is replaced, and nothing around it', () => {
    expect(withPart(document, 'table', 'new\n')).toBe(document.replace('old', 'new'));
  });

  it('is the same when it is written twice', () => {
    const once = withPart(document, 'table', 'new');
    expect(withPart(once, 'table', 'new')).toBe(once);
  });

  it('must be there', () => {
    expect(() => withPart('nothing', 'table', 'new')).toThrow('no part "table"');
  });
});
