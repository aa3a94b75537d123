// Tests run on the built output: a worker thread cannot be started from a .ts file on Node 20.
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import { brief } from './scripts/lib/brief-process.mjs';
import { filesWithOwnProcess } from './scripts/lib/own-process.mjs';

const layers = '{packages,engines,toolchains,languages,clients,examples}/*/dist';
const endToEndOf = layer => `${layer}/*/dist/**/test/**/*.test.js`;
const alone = filesWithOwnProcess(import.meta.dirname);
const setupFiles = ['scripts/lib/count-use.mjs', 'scripts/lib/shared-process.mjs'];
/** End-to-end files share processes within a group: to start one and load the code takes a second of the processor. */
const groups = {
  parts: ['packages', 'toolchains', 'examples'].map(endToEndOf),
  engines: [endToEndOf('engines')],
  languages: [endToEndOf('languages')],
  clients: [endToEndOf('clients')],
};
/** Small files that take minutes: begun before the others of their kind, so that at the end nobody waits for one alone. */
const slow = /[\\/](?:conformance-\w+|fuzz)\.test\.js$/;

/** Units first: they tell the most in the least time. Each group together, because only then its files share processes. */
class GroupByGroup extends BaseSequencer {
  async sort(files) {
    const sorted = await super.sort(files);
    const order = ['unit', 'alone', ...Object.keys(groups)];
    const rank = ({ project, moduleId }) => 2 * order.indexOf(project.name) + (slow.test(moduleId) ? 0 : 1);
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  test: {
    testTimeout: 120_000,
    hookTimeout: 120_000,
    teardownTimeout: 30_000,
    // What a busy machine shows late is shown all the same: no test depends on how fast it is.
    env: { SONDE_PATIENCE: '5' },
    pool: 'forks',
    sequence: { sequencer: GroupByGroup },
    // Tests wait for debuggers, browsers and deadlines a quarter of their time: one more than there are cores keeps all busy.
    maxWorkers: availableParallelism() + 1,
    reporters: ['default'],
    // Not --enable-source-maps: Node reads all maps whenever a process or a thread starts. Vitest reads those of failures itself.
    execArgv: brief,
    // What was built is JavaScript that Node can load itself. (So `vi.mock` does not reach it: fakes are handed in.)
    server: { deps: { external: [/[\\/]dist[\\/](?!.*\.test\.js$)/] } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [`${layers}/**/*.test.js`, 'scripts/**/*.test.mjs'],
          exclude: ['**/node_modules/**', ...Object.values(groups).flat(), ...alone],
          // To start a process and load the code costs more than most of these files do. None may leave traces.
          isolate: false,
          setupFiles,
        },
      },
      {
        extends: true,
        test: { name: 'alone', include: alone, isolate: true, setupFiles: setupFiles.slice(0, 1) },
      },
      ...Object.entries(groups).map(([name, include]) => ({
        extends: true,
        test: { name, include, exclude: ['**/node_modules/**', ...alone], isolate: false, setupFiles },
      })),
    ],
  },
});
