import { describe, expect, it } from 'vitest';
import { escaped, junitReport } from './junit-report.js';
import { sampleReport } from '../../test/sample-report.js';

describe('the report for CI servers', () => {
  const xml = junitReport(sampleReport);

  it('counts what is excused or unmet as skipped', () => {
    expect(xml).toContain('tests="6" failures="1" skipped="4" time="2.345"');
    expect(xml).toContain('<skipped message="should: it says &quot;step&quot;"/>');
    expect(xml).toMatch(
      /<skipped message="excused: the machine cannot be interrupted&#10;no answer came"\/>/,
    );
  });

  it('has a suite for each group and a test for each check', () => {
    expect(xml.match(/<testsuite /g)).toHaveLength(2);
    expect(xml.match(/<testcase /g)).toHaveLength(6);
    expect(xml).toContain('classname="motion" name="motion/next: `next` stops at the next line"');
  });

  it('is well formed whatever adapters say', () => {
    expect(xml).toContain('message="stopped in line 9 &amp; &quot;not&quot; &lt;8&gt;"');
    expect(xml).toContain('and said nothing \\u0007of it');
    expect(isBalanced(xml)).toBe(true);
  });
});

describe('text in XML', () => {
  it('keeps what XML can hold, and spells out what it cannot', () => {
    expect(escaped('tab\tline\nend\r')).toBe('tab\tline\nend&#13;');
    expect(escaped('\u0000\u001b[31m\u000b')).toBe('\\u0000\\u001b[31m\\u000b');
    expect(escaped('half \ud800 pair 😀 last \uffff')).toBe('half \\ud800 pair 😀 last \\uffff');
  });
});

/** Every tag that is opened is closed in order, and no bracket is left over. */
function isBalanced(xml: string): boolean {
  const open: string[] = [];
  const rest = xml.replace(
    /<\?[^>]*\?>|<(\/?)(\w+)(?: \w+="[^"<]*")*(\/?)>/g,
    (tag, end, name: string, empty) => {
      if (tag.startsWith('<?') || empty === '/') return '';
      if (end !== '/') open.push(name);
      else if (open.pop() !== name) return '<';
      return '';
    },
  );
  return open.length === 0 && !/[<>]/.test(rest);
}
