import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { bundle } from './bundle.mjs';
import { newestBuild } from './newest-build.mjs';
import { scratchTree } from './scratch-tree.mjs';

const command = { folder: 'clients/tool', entries: ['main.js'] };
const starter = `
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { greeting } from '../../../packages/words/dist/words.js';
const said = await new Promise(resolve => new Worker(new URL('./thread.js', import.meta.url)).on('message', resolve));
const beside = readFileSync(new URL('../data.txt', import.meta.url), 'utf8');
const { far } = await import('./far.js');
console.log(JSON.stringify({ greeting, beside, said, far, folder: import.meta.dirname }));
`;
const files = {
  'package.json': {},
  'packages/words/package.json': { type: 'module' },
  'packages/words/dist/.tsbuildinfo': 'first',
  'packages/words/dist/words.js':
    "export const greeting = 'good day';\nexport const unused = 'never said';\n",
  'clients/tool/package.json': { type: 'module' },
  'clients/tool/data.txt': 'beside',
  'clients/tool/dist/.tsbuildinfo': 'first',
  'clients/tool/dist/main.js': starter,
  'clients/tool/dist/far.js': "export const far = 'fetched later';\n",
  'clients/tool/dist/thread.js': [
    "import { parentPort } from 'node:worker_threads';",
    "import { greeting } from '../../../packages/words/dist/words.js';",
    "parentPort.postMessage(`${greeting} from ${import.meta.url.endsWith('dist/thread.js') ? 'home' : 'abroad'}`);",
  ].join('\n'),
};

const newestOf = base =>
  newestBuild(at(base, 'clients/tool/dist/main.js'), at(base, 'clients/tool/dist/bundle/'));
const at = (base, file) => pathToFileURL(path.join(base, file));
const says = url => JSON.parse(execFileSync(process.execPath, [fileURLToPath(url)], { encoding: 'utf8' }));
const bundles = base => readdirSync(path.join(base, 'clients/tool/dist/bundle'), { withFileTypes: true });
const expected = base => ({
  greeting: 'good day',
  beside: 'beside',
  said: 'good day from home',
  far: 'fetched later',
  folder: path.join(base, 'clients/tool/dist'),
});

describe('a bundle', () => {
  it('does what its files did: finds what lies beside them, starts threads, loads later what is imported later', async () => {
    const base = scratchTree(files);
    expect(await bundle(base, command)).toBe(true);
    const newest = newestOf(base);
    expect(newest.href).toContain('/dist/bundle/');
    expect(says(newest)).toEqual(expected(base));
    expect(says(newest)).toEqual(says(at(base, 'clients/tool/dist/main.js')));
  });

  it('starts threads from a bundled file, too, and leaves out what nobody uses', async () => {
    const base = scratchTree(files);
    await bundle(base, command);
    const folder = path.dirname(fileURLToPath(newestOf(base)));
    expect(existsSync(path.join(folder, 'clients-tool-thread.js'))).toBe(true);
    const all = readdirSync(folder).filter(file => file.endsWith('.js'));
    expect(all.map(file => readFileSync(path.join(folder, file), 'utf8')).join()).not.toContain('never said');
  });

  it('has what a command loads at its start in one file, and gives threads files of their own', async () => {
    const shared = Array.from({ length: 3 }, (_, at) => `clients/tool/dist/shared-${at}.js`);
    const imports = shared.map((_, at) => `import { value as v${at} } from './shared-${at}.js';`).join('\n');
    const values = shared.map((_, at) => `v${at}`).join(' + ');
    const base = scratchTree({
      ...files,
      ...Object.fromEntries(shared.map((file, at) => [file, `export const value = 'value ${at} ';\n`])),
      'clients/tool/dist/main.js': "await (await import('./rest.js')).run();\n",
      'clients/tool/dist/rest.js': [
        "import { Worker } from 'node:worker_threads';",
        imports,
        'export async function run() {',
        "  const said = await new Promise(resolve => new Worker(new URL('./thread.js', import.meta.url)).on('message', resolve));",
        "  const { later } = await import('./later.js');",
        `  console.log(JSON.stringify({ here: ${values}, said, later }));`,
        '}',
      ].join('\n'),
      'clients/tool/dist/later.js': `${imports}\nexport const later = ${values};\n`,
      'clients/tool/dist/thread.js': `import { parentPort } from 'node:worker_threads';\n${imports}\nparentPort.postMessage(${values});\n`,
    });
    await bundle(base, command);
    const all = 'value 0 value 1 value 2 ';
    expect(says(newestOf(base))).toEqual({ here: all, said: all, later: all });
    const folder = path.dirname(fileURLToPath(newestOf(base)));
    const having = readdirSync(folder).filter(
      file => file.endsWith('.js') && readFileSync(path.join(folder, file), 'utf8').includes('value 1 '),
    );
    expect(having.toSorted()).toEqual(['clients-tool-thread.js', expect.stringMatching(/^start-/)]);
  });

  it('is made once for the same output', async () => {
    const base = scratchTree(files);
    await bundle(base, command);
    expect(await bundle(base, command)).toBe(false);
    expect(bundles(base).filter(entry => entry.isDirectory())).toHaveLength(1);
  });

  it('is not used once its output is older than a workspace it was made from, until it is made anew', async () => {
    const base = scratchTree(files);
    await bundle(base, command);
    writeFileSync(at(base, 'packages/words/dist/words.js'), "export const greeting = 'good night';\n");
    writeFileSync(at(base, 'packages/words/dist/.tsbuildinfo'), 'second');
    expect(newestOf(base).href).toBe(at(base, 'clients/tool/dist/main.js').href);
    expect(await bundle(base, command)).toBe(true);
    expect(newestOf(base).href).toContain('/dist/bundle/');
    expect(says(newestOf(base)).greeting).toBe('good night');
  });

  it('leaves the one before it to the processes that run from it', async () => {
    const base = scratchTree(files);
    await bundle(base, command);
    const before = newestOf(base);
    writeFileSync(at(base, 'packages/words/dist/.tsbuildinfo'), 'second');
    await bundle(base, command);
    expect(newestOf(base).href).not.toBe(before.href);
    expect(says(before)).toEqual(expected(base));
  });

  it('removes those that are long out of use', async () => {
    const base = scratchTree({ ...files, 'clients/tool/dist/bundle/old/main.js': '' });
    const yesterday = new Date(Date.now() - 24 * 60 * 60_000);
    utimesSync(at(base, 'clients/tool/dist/bundle/old'), yesterday, yesterday);
    await bundle(base, command);
    expect(existsSync(at(base, 'clients/tool/dist/bundle/old'))).toBe(false);
  });

  it('needs no place to write to once it is made', async () => {
    const base = scratchTree(files);
    await bundle(base, command);
    const home = path.join(base, 'clients/tool/dist/bundle');
    const record = readFileSync(path.join(home, 'bundle.json'), 'utf8');
    utimesSync(at(base, 'packages/words/dist/.tsbuildinfo'), new Date(), new Date(Date.now() + 5_000));
    // A folder in the place of what would be written, because a folder that is read-only is none for root.
    mkdirSync(path.join(home, `bundle.json.${process.pid}`));
    expect(await bundle(base, command)).toBe(false);
    expect(readFileSync(path.join(home, 'bundle.json'), 'utf8')).toBe(record);
    expect(newestOf(base).href).toContain('/dist/bundle/');
  });

  it('goes on working where the whole is copied to', async () => {
    const base = scratchTree(files);
    await bundle(base, command);
    const other = path.join(scratchTree({}), 'elsewhere, with spaces');
    cpSync(base, other, { recursive: true });
    expect(newestOf(other).href).toContain('/dist/bundle/');
    expect(says(newestOf(other))).toEqual(expected(other));
  });
});
