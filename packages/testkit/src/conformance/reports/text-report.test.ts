import { describe, expect, it } from 'vitest';
import { sampleReport } from '../../test/sample-report.js';
import { styleFor } from './terminal-style.js';
import { textReport } from './text-report.js';

describe('the report for people', () => {
  const text = textReport(sampleReport);

  it('lists every check under its group, with its outcome', () => {
    expect(text).toMatch(/^wire\n {2}ok +wire\/schema +Every message fits$/m);
    expect(text).toMatch(/^motion\n {2}FAILED +motion\/next /m);
    expect(text).toMatch(/^ {2}unmet +motion\/reason /m);
    expect(text).toMatch(/^ {2}skipped +motion\/goto /m);
    expect(text).toMatch(/^ {2}excused +motion\/pause /m);
  });

  it('says of a failure what happened, why it matters and where the protocol says so', () => {
    expect(text).toContain('FAILED motion/next: `next` stops at the next line');
    expect(text).toMatch(/happened +stopped in line 9/);
    expect(text).toMatch(/matters +Steps go astray\./);
    expect(text).toContain('https://microsoft.github.io/debug-adapter-protocol/specification#Requests_Next');
  });

  it('says of what is unmet that the protocol does not demand it, and why it matters all the same', () => {
    expect(text).toMatch(
      /^unmet motion\/reason: .*\n +level +should: the protocol does not demand it\n +happened +it says "step"\n +matters /m,
    );
  });

  it('shows the last lines of the conversation, and all of it when asked to', () => {
    expect(text).toContain('30 → message');
    expect(text).not.toContain(' 18 → message');
    expect(textReport(sampleReport, { verbose: true })).toContain(' 1 → message');
  });

  it('gives the reason of what was skipped once, with all that it is the reason for', () => {
    expect(text.match(/does not declare supportsGotoTargetsRequest/g)).toHaveLength(1);
    expect(text).toContain('motion/goto, motion/goto-twice');
  });

  it('ends with the numbers', () => {
    expect(text).toMatch(/\n1 passed, 1 failed, 1 unmet, 2 skipped, 1 excused in 2\.3 s\n$/);
  });

  it('cuts titles to the width of the terminal', () => {
    const narrow = textReport(sampleReport, { columns: 52 });
    const rows = narrow
      .split('\n')
      .filter(line => /^ {2}(ok|FAILED|unmet|skipped|excused) +\S+\/\S+ /.test(line));
    expect(rows).toHaveLength(6);
    for (const row of rows) expect(row.length).toBeLessThanOrEqual(52);
    expect(narrow).toContain('…');
  });
});

describe('colours', () => {
  const escape = '\u001b[';

  it('are used on a terminal only, and not when NO_COLOR is set', () => {
    const onTerminal = { isTTY: true };
    expect(textReport(sampleReport, { style: styleFor(onTerminal, {}) })).toContain(escape);
    expect(textReport(sampleReport, { style: styleFor(onTerminal, { NO_COLOR: '1' }) })).not.toContain(
      escape,
    );
    expect(textReport(sampleReport, { style: styleFor({}, {}) })).not.toContain(escape);
  });
});
