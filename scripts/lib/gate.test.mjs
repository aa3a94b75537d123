import { describe, expect, it } from 'vitest';
import { closingLine, summarise } from './gate.mjs';
import { describeFinding, finding, reportFindings, warning } from './findings.mjs';
import { parseTestOptions } from './test-options.mjs';
import { builtPath } from './vitest.mjs';

const format = { title: 'Format', outcome: 'passed', seconds: 1 };
const lint = { title: 'Lint', outcome: 'failed', seconds: 2, fix: 'npm run lint -- --fix' };
const tests = outcome => ({ title: 'Tests', tests: true, outcome, seconds: 3 });

describe('the closing line', () => {
  it('adds checks and tests', () => {
    expect(closingLine([format, tests('passed')], { passed: 10, failed: 0 })).toBe('11 passed, 0 failed');
    expect(closingLine([format, lint, tests('failed')], { passed: 8, failed: 2 })).toBe('9 passed, 3 failed');
  });

  it('counts tests that failed as a whole', () => {
    expect(closingLine([format, tests('failed')], undefined)).toBe('1 passed, 1 failed');
    expect(closingLine([format, tests('failed')], { passed: 5, failed: 0 })).toBe('6 passed, 1 failed');
  });

  it('closes a summary that names the fix of each failure', () => {
    const lines = summarise([format, lint, tests('passed')], { passed: 1, failed: 0 });
    expect(lines).toContain('  Lint: npm run lint -- --fix');
    expect(lines.at(-1)).toBe('2 passed, 1 failed');
  });
});

describe('a report of findings', () => {
  it('gives place, rule and fix', () => {
    expect(describeFinding(finding('a.ts', 3, 'layer', 'may not', 'move it'))).toBe(
      'a.ts:3  layer: may not\n    fix: move it',
    );
  });

  it('fails for findings and not for warnings', () => {
    const printed = [];
    const mild = warning('a.ts', undefined, 'long', 'is long', 'split it');
    expect(reportFindings('folders', [mild], line => printed.push(line))).toBe(0);
    expect(printed.at(-1)).toBe('folders: in order (1 warning)');
    expect(reportFindings('folders', [mild, finding('b.ts', 1, 'x', 'y', 'z')], () => {})).toBe(1);
  });
});

describe('the options of npm test', () => {
  it('are filters, --quick and -t', () => {
    expect(parseTestOptions(['packages/dap', '--quick', '-t', 'stops'])).toEqual({
      filters: ['packages/dap'],
      quick: true,
      vitestArgs: ['-t', 'stops'],
    });
  });

  it('and nothing else', () => {
    expect(parseTestOptions(['--quik']).problem).toBe('unknown option --quik');
    expect(parseTestOptions(['-t']).problem).toBe('-t needs a title');
  });
});

it('a source named as filter means its built form', () => {
  expect(builtPath('packages/dap/src/framing.test.ts')).toBe('packages/dap/dist/framing.test.js');
  expect(builtPath('./packages/dap/src')).toBe('packages/dap/dist');
  expect(builtPath('packages/dap')).toBe('packages/dap');
  expect(builtPath('scripts/layers.test.mjs')).toBe('scripts/layers.test.mjs');
});
