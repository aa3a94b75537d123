// A reporter for vitest that leaves its counts in a file, for the summary of `npm test`.
import { writeFileSync } from 'node:fs';

/** Where the counts go, as an environment variable of the vitest process. */
export const countsVariable = 'SONDE_TEST_COUNTS';

export default class CountReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const file = process.env[countsVariable];
    if (file !== undefined) writeFileSync(file, JSON.stringify(countTests(modules, unhandledErrors)));
  }
}

function countTests(modules, unhandledErrors) {
  const tests = modules.flatMap(module =>
    [...module.children.allTests()].map(test => ({
      file: module.moduleId,
      title: test.fullName,
      state: test.result().state,
    })),
  );
  // A file that fails to load, or an error outside any test, has no test to count; it is a failure all the same.
  const broken = modules.flatMap(module => module.errors()).length + unhandledErrors.length;
  return {
    passed: tests.filter(({ state }) => state === 'passed').length,
    failed: tests.filter(({ state }) => state === 'failed').length + broken,
    skipped: tests.filter(({ state }) => state === 'skipped').map(({ file, title }) => ({ file, title })),
  };
}
