// Tests run on the built output: a worker thread cannot be started from a .ts file on Node 20.
import { defineConfig } from 'vitest/config';

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
    maxWorkers: 2,
    reporters: ['default'],
    // Failures point at the .ts files.
    execArgv: ['--enable-source-maps'],
  },
});
