// The last part of `npm run build`: bundles what starts often, from what the compiler made.
import { bundle } from './lib/bundle.mjs';
import { note } from './lib/progress.mjs';
import { root } from './lib/repository.mjs';

const commands = [
  { folder: 'clients/cli', entries: ['main.js'] },
  {
    folder: 'packages/testkit',
    entries: ['conformance/main.js', 'conformance/faults/broken-adapter-main.js'],
  },
];

for (const each of commands) {
  if (await bundle(root, each)) note(`bundled ${each.folder}`);
}
