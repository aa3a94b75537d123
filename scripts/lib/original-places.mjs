// For the bundler: modules that look for files beside themselves go on finding them, and those that start another built
// file by its URL, as a thread or a process, start its bundled form.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const urlOfFile = /new URL\((['"])([^'"]+\.js)\1, import\.meta\.url\)/g;
const ownPlace = /import\.meta\.(url|dirname|filename)\b/g;

/**
 * A plugin of rolldown. `outFolder` is where the bundle will be; `isBuilt` tells built files of ours, by path, from
 * others. What is started is put into `started`: name in the bundle → path. The source maps of the compiler are passed on, so
 * that those of the bundle lead to the sources.
 */
export function originalPlaces(outFolder, isBuilt, started) {
  return {
    name: 'original-places',
    load(id) {
      if (!isBuilt(id)) return null;
      const text = readFileSync(id, 'utf8');
      const redirected = text.replaceAll(urlOfFile, (whole, _quote, target) => {
        const place = fileURLToPath(new URL(target, pathToFileURL(id)));
        if (!isBuilt(place) || !existsSync(place)) return whole;
        const fileName = startedName(place);
        started.set(fileName, place);
        return `new URL(${JSON.stringify(`./${fileName}`)}, import.meta.${kept})`;
      });
      const code = redirected
        .replaceAll(ownPlace, (_whole, what) => placeText(outFolder, id, what))
        .replaceAll(`import.meta.${kept}`, 'import.meta.url');
      return { code, map: readMap(id) };
    },
  };
}

/** Stands for an `url` that is meant as it will be in the bundle. */
const kept = 'urlOfBundle';

/** `engines/vm/dist/worker/main.js` becomes `engines-vm-worker-main.js`. */
const startedName = place =>
  /([^/]+\/[^/]+)\/dist\/(.+)$/.exec(place.replaceAll(path.sep, '/')).slice(1).join('/').replaceAll('/', '-');

/** The expression that gives in the bundle what `import.meta` gave in the file. All files of a bundle are in one folder. */
function placeText(outFolder, file, what) {
  const relative = encodeURI(path.relative(outFolder, file).replaceAll(path.sep, '/'));
  const url = `new URL(${JSON.stringify(relative)}, import.meta.${kept})`;
  if (what === 'url') return `${url}.href`;
  const filename = `process.getBuiltinModule('node:url').fileURLToPath(${url})`;
  return what === 'filename' ? filename : `process.getBuiltinModule('node:path').dirname(${filename})`;
}

function readMap(id) {
  const place = `${id}.map`;
  return existsSync(place) ? readFileSync(place, 'utf8') : null;
}
