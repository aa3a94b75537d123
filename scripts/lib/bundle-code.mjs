// Bundles built files and all they import into few files, with rolldown.
import path from 'node:path';
import { originalPlaces } from './original-places.mjs';
import { loadedAtStart } from './loaded-at-start.mjs';

/**
 * Writes the bundle of the built files `entries` (name → path) into `folder`, with source maps that lead to the sources.
 * `isBuilt` tells built files of ours, by path, from others. Answers with the paths of all modules that are in it.
 *
 * What is started as a thread or a process is bundled by itself: it shares no memory with the commands, and would have to load
 * whatever it has in common with them in many small files.
 */
export async function bundleCode({ folder, entries, isBuilt }) {
  const ofCommands = await write({ folder, entries, isBuilt });
  let started = ofCommands.started;
  for (;;) {
    const ofThreads = await write({ folder, entries: namedByFile(started), isBuilt, prefix: 'thread-' });
    const all = new Map([...started, ...ofThreads.started]);
    if (all.size === started.size) return [...new Set([...ofCommands.modules, ...ofThreads.modules])];
    // Threads that threads start.
    started = all;
  }
}

const namedByFile = started =>
  Object.fromEntries([...started].map(([file, place]) => [file.replace(/\.js$/, ''), place]));

/** One run of the bundler. Answers with its modules, and with the files that they start: name in the bundle → path. */
async function write({ folder, entries, isBuilt, prefix = '' }) {
  if (Object.keys(entries).length === 0) return { modules: [], started: new Map() };
  // Not at the top: this file is loaded before anything is installed.
  const { rolldown } = await import('rolldown');
  const started = new Map();
  const atStart = loadedAtStart(Object.values(entries));
  const bundler = await rolldown({
    platform: 'node',
    input: entries,
    // They find their own files beside themselves: 100 MB, and native code.
    external: ['@yowasp/clang', 'classic-level'],
    treeshake: {
      // Loading one of our modules does nothing but declare, so that what nobody uses can be left out.
      moduleSideEffects: id => !isBuilt(id),
    },
    plugins: [originalPlaces(folder, isBuilt, started), atStart.plugin],
    onLog(level, { message, code }) {
      if (level === 'warn' && !unimportant.includes(code)) throw new Error(message);
    },
  });
  try {
    const { output } = await bundler.write({
      dir: folder,
      format: 'esm',
      sourcemap: true,
      comments: false,
      minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
      chunkFileNames: `${prefix}[name]-[hash].js`,
      codeSplitting: { groups: [{ debugName: 'loaded at start', name: id => atStart.groupOf(id) }] },
    });
    const modules = output
      .flatMap(part => (part.type === 'chunk' ? Object.keys(part.modules) : []))
      .filter(id => path.isAbsolute(id));
    return { modules, started };
  } finally {
    await bundler.close();
  }
}

/** How long it took says nothing about what was made; and what is there from the start may be imported later once more. */
const unimportant = ['PLUGIN_TIMINGS', 'INEFFECTIVE_DYNAMIC_IMPORT'];
