// Bundles built files and all they import into few files, with rolldown.
import path from 'node:path';
import { originalPlaces } from './original-places.mjs';

/**
 * Writes the bundle of the built files `entries` (name → path) into `folder`, with source maps that lead to the sources.
 * `isBuilt` tells built files of ours, by path, from others. Answers with the paths of all modules that are in it.
 */
export async function bundleCode({ folder, entries, isBuilt }) {
  // Not at the top: this file is loaded before anything is installed.
  const { rolldown } = await import('rolldown');
  const bundler = await rolldown({
    platform: 'node',
    input: entries,
    // They find their own files beside themselves: 100 MB, and native code.
    external: ['@yowasp/clang', 'classic-level'],
    treeshake: {
      // Loading one of our modules does nothing but declare, so that what nobody uses can be left out.
      moduleSideEffects: id => !isBuilt(id),
    },
    plugins: [originalPlaces(folder, isBuilt)],
    onLog(level, { message, code }) {
      // How long it took says nothing about what was made: the machine may be busy.
      if (level === 'warn' && code !== 'PLUGIN_TIMINGS') throw new Error(message);
    },
  });
  try {
    const { output } = await bundler.write({ dir: folder, format: 'esm', sourcemap: true, comments: false });
    return output
      .flatMap(part => (part.type === 'chunk' ? Object.keys(part.modules) : []))
      .filter(id => path.isAbsolute(id));
  } finally {
    await bundler.close();
  }
}
