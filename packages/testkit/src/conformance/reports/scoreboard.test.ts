import { describe, expect, it } from 'vitest';
import { results, sampleReport } from '../../test/sample-report.js';
import { scoreboard } from './scoreboard.js';

const sound = { ...sampleReport, adapter: 'A sound one', line: 'tcp', results: [results.passed] };
const text = scoreboard(
  [{ report: sampleReport, version: '1.2.3' }, { report: sound }],
  [{ adapter: 'Another', reason: 'another-dap is not installed' }],
);

describe('the scoreboard', () => {
  it('has a row for each run, with a column for each group', () => {
    expect(text).toContain('| adapter | version | over | wire | motion | all |');
    expect(text).toContain(
      '| An adapter | 1.2.3 | stdio | 1 / 0 / 0 | 0 / 1 + 1 ~ 1 / 2 | **1 / 1 + 1 ~ 1 / 2** |',
    );
    expect(text).toContain('| A sound one |  | tcp | 1 / 0 / 0 | 0 / 0 / 0 | **1 / 0 / 0** |');
  });

  it('says what failed and what was not tried', () => {
    expect(text).toContain('What fails with An adapter:');
    expect(text).toContain(
      '- `motion/next`: `next` stops at the next line. stopped in line 9 & "not" \\<8\\>',
    );
    expect(text).toContain('- `motion/pause` (excused)');
    expect(text).not.toContain('with A sound one');
    expect(text).toContain('Another was not tried: another-dap is not installed');
  });
});
