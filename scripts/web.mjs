// A part of `npm run build`: makes the files of the web debugger in clients/web/dist/site, unless they are up to date.
import { note } from './lib/progress.mjs';
import { root } from './lib/repository.mjs';
import { buildSite } from './lib/site.mjs';

try {
  if (await buildSite(root)) note('built the page of clients/web');
} catch (error) {
  // The bundler's message names the file and the line; where in the bundler it failed helps nobody.
  note(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
