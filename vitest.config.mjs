// Tests run on the built output: a worker thread cannot be started from a .ts file on Node 20.
import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';

/** Small files that take minutes: begun first, so that at the end nobody waits for one of them alone. */
const slow = /[\\/]conformance-\w+\.test\.js$/;

class SlowFirst extends BaseSequencer {
  async sort(files) {
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }) => slow.test(moduleId);
    return [...sorted.filter(isSlow), ...sorted.filter(file => !isSlow(file))];
  }
}

export default defineConfig({
  test: {
    include: [
      '{packages,engines,toolchains,languages,clients,examples}/*/dist/**/*.test.js',
      'scripts/**/*.test.mjs',
    ],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    teardownTimeout: 10_000,
    // Processes, because the tests start workers, send signals and change the working folder.
    pool: 'forks',
    sequence: { sequencer: SlowFirst },
    maxWorkers: 2,
    reporters: ['default'],
    // Failures point at the .ts files.
    execArgv: ['--enable-source-maps'],
  },
});
