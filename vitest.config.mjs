// Tests run on the built output: a worker thread cannot be started from a .ts file on Node 20.
import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';

const layers = '{packages,engines,toolchains,languages,clients,examples}/*/dist';
const endToEnd = [`${layers}/**/test/**/*.test.js`, 'scripts/**/test/**/*.test.mjs'];
/** Small files that take minutes: begun before the others of their kind, so that at the end nobody waits for one alone. */
const slow = /[\\/](?:conformance-\w+|fuzz)\.test\.js$/;

/** Units first: they tell the most in the least time, and must follow each other to share processes. */
class UnitsThenSlow extends BaseSequencer {
  async sort(files) {
    const sorted = await super.sort(files);
    const rank = ({ project, moduleId }) => (project.name === 'unit' ? 0 : slow.test(moduleId) ? 1 : 2);
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 30_000,
    teardownTimeout: 10_000,
    pool: 'forks',
    sequence: { sequencer: UnitsThenSlow },
    maxWorkers: 2,
    reporters: ['default'],
    // Failures point at the .ts files.
    execArgv: ['--enable-source-maps'],
    // What was built is JavaScript that Node can load itself. (So `vi.mock` does not reach it: fakes are handed in.)
    server: { deps: { external: [/[\\/]dist[\\/](?!.*\.test\.js$)/] } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [`${layers}/**/*.test.js`, 'scripts/**/*.test.mjs'],
          exclude: ['**/node_modules/**', ...endToEnd],
          // To start a process and load the code costs more than most of these files do. None may leave traces.
          isolate: false,
          setupFiles: ['scripts/lib/count-use.mjs', 'scripts/lib/shared-process.mjs'],
        },
      },
      {
        extends: true,
        test: {
          name: 'end to end',
          include: endToEnd,
          // A process for each, because they start workers, send signals, and tell engines of folders that do not last.
          isolate: true,
          setupFiles: ['scripts/lib/count-use.mjs'],
        },
      },
    ],
  },
});
