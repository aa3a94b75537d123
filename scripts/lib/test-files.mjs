// The files that hold tests, and the filters that none of them fits.
import { layers, listFiles } from './repository.mjs';
import { builtPath } from './vitest.mjs';

/** As paths from the root, as people write them. */
export const testFiles = base =>
  [...layers, 'scripts']
    .flatMap(folder => listFiles(base, folder))
    .filter(file => /\.test\.(?:ts|mjs)$/.test(file));

/** A filter is a part of a path; what is compared is what will run. */
export const filtersWithoutTest = (filters, files) => {
  const built = files.map(builtPath);
  return filters.filter(filter => !built.some(file => file.includes(builtPath(filter))));
};

/** Whether a test of this workspace will run. */
export const hasTestsOf = (workspace, filters, files) =>
  files
    .filter(file => file.startsWith(`${workspace}/`))
    .some(file => filters.length === 0 || filtersWithoutTest(filters, [file]).length < filters.length);
