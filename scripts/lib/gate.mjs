// The gate's bookkeeping: which checks ran, how they ended, and the summary that closes `npm test`.

/**
 * `checks`: `[{ title, outcome: 'passed' | 'failed' | 'left out', seconds, remark, fix }]`; `counts` as vitest gave
 * them, absent when the tests did not run. Each check but the tests counts as one.
 */
export function summarise(checks, counts) {
  const width = Math.max(...checks.map(({ title }) => title.length));
  const lines = checks.map(({ title, outcome, seconds, remark }) => {
    const time = seconds === undefined ? '' : `${seconds.toFixed(1)} s`;
    return `  ${title.padEnd(width)}  ${outcome.padEnd(8)}  ${time.padStart(8)}  ${remark ?? ''}`.trimEnd();
  });
  const failed = checks.filter(({ outcome }) => outcome === 'failed');
  const fixes = failed.map(({ title, fix }) => `  ${title}: ${fix}`);
  return [
    ...lines,
    ...(fixes.length === 0 ? [] : ['', 'To put it right:', ...fixes]),
    '',
    closingLine(checks, counts),
  ];
}

/** `N passed, N failed`: tests and checks together. */
export function closingLine(checks, counts) {
  const others = checks.filter(({ tests }) => tests !== true);
  const tests = checks.find(({ tests: isTests }) => isTests === true);
  const passed = others.filter(({ outcome }) => outcome === 'passed').length + (counts?.passed ?? 0);
  const failedTests = counts?.failed ?? 0;
  // Tests that failed as a whole (a time limit, an error outside any test) count as one failure at least.
  const asAWhole = tests?.outcome === 'failed' && failedTests === 0 ? 1 : 0;
  const failed = others.filter(({ outcome }) => outcome === 'failed').length + failedTests + asAWhole;
  return `${passed} passed, ${failed} failed`;
}
