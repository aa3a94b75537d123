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

/** `{ passed, failed, skipped, files }`, `files` with what each file has of them and the `titles` of what failed there. */
export function countTests(modules, unhandledErrors) {
  const files = modules.map(module => {
    const tests = [...module.children.allTests()].map(test => ({
      title: test.fullName,
      state: test.result().state,
    }));
    const titlesOf = wanted => tests.filter(({ state }) => state === wanted).map(({ title }) => title);
    // A file that fails to load has no test to count; it is a failure all the same.
    const titles = [...titlesOf('failed'), ...module.errors().map(() => '(the file itself)')];
    return {
      counts: { file: module.moduleId, passed: titlesOf('passed').length, failed: titles.length, titles },
      skipped: titlesOf('skipped').map(title => ({ file: module.moduleId, title })),
    };
  });
  const sum = of => files.reduce((total, { counts }) => total + counts[of], 0);
  return {
    passed: sum('passed'),
    failed: sum('failed') + unhandledErrors.length,
    skipped: files.flatMap(({ skipped }) => skipped),
    files: files.map(({ counts }) => counts),
  };
}
