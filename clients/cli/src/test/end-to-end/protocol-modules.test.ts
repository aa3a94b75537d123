import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nativeTools } from '@sonde/engine-native';
import { c } from '@sonde/language-c';
import { mini } from '@sonde/language-mini';
import type { TestClient } from '@sonde/testkit';
import { describeUnlessMissing, witness } from '@sonde/testkit/vitest';
import { describe, expect } from 'vitest';
import { tcpServer } from './fixtures.js';
import { guestOf, stoppedIn, testFolder, written } from './written-programs.js';

const server = tcpServer();

async function paged(client: TestClient): Promise<void> {
  const all = await client.request('modules', {});
  expect(all.totalModules).toBe(all.modules.length);
  expect((await client.request('modules', { startModule: 0, moduleCount: 0 })).modules).toEqual(all.modules);
  const first = await client.request('modules', { startModule: 0, moduleCount: 1 });
  expect(first).toEqual({ modules: all.modules.slice(0, 1), totalModules: all.modules.length });
  const rest = await client.request('modules', { startModule: 1 });
  expect(rest).toEqual({ modules: all.modules.slice(1), totalModules: all.modules.length });
  expect((await client.request('modules', { startModule: 1000, moduleCount: 5 })).modules).toEqual([]);
  await expect(client.request('modules', { startModule: -1 })).rejects.toThrow('must not be negative');
}

describe('modules of a machine', () => {
  witness(
    mini,
    ['event loadedSource', 'request loadedSources', 'capability supportsLoadedSourcesRequest'],
    'bring their sources, for those who are there and for those who come late',
    async () => {
      const folder = testFolder();
      const library = written('library.mini', 'fn nine() {\n  return 9;\n}\n', folder);
      const program = written('late.mini', 'use "library.mini";\nprint nine(); // #here\n', folder);
      const client = await stoppedIn(server, program);
      await client.waitFor('loadedSource', {
        where: ({ reason, source }) => reason === 'new' && source.path === library,
      });
      const guest = await guestOf(client);
      for (const each of [client, guest]) {
        const { sources } = await each.request('loadedSources', {});
        expect(sources.map(({ path }) => path)).toEqual(expect.arrayContaining([program, library]));
      }
      await paged(client);
    },
  );
});

describeUnlessMissing('modules of C', (await nativeTools()).missing, () => {
  witness(
    c,
    [
      'capability additionalModuleColumns',
      'request modules',
      'capability supportsModulesRequest',
      'event module',
      'event loadedSource',
    ],
    'have columns of their own, pages, and sources that come and go with a library',
    async () => {
      const { clang } = await nativeTools();
      const folder = testFolder();
      const library = written('plugin.c', 'int answer(void) {\n  return 42;\n}\n', folder);
      const binary = join(folder, 'plugin.so');
      execFileSync(clang.found!.path, ['-g', '-shared', '-fPIC', '-o', binary, library]);
      const program = written(
        'loader.c',
        `#include <dlfcn.h>
int main(void) {
  void *library = dlopen("${binary}", RTLD_NOW);
  int loaded = library != 0; // #here
  dlclose(library);
  return !loaded; // #unloaded
}
`,
        folder,
      );
      const client = await stoppedIn(server, program);
      const isLibrary = (path: string | undefined): boolean => path === library;
      await client.waitFor('loadedSource', {
        where: ({ reason, source }) => reason === 'new' && isLibrary(source.path),
      });
      const { sources } = await client.request('loadedSources', {});
      const md5 = createHash('md5').update(readFileSync(library)).digest('hex');
      expect(sources.find(({ path }) => isLibrary(path))!.checksums).toEqual([
        { algorithm: 'MD5', checksum: md5 },
      ]);

      const columns = client.capabilities.additionalModuleColumns!.map(({ attributeName }) => attributeName);
      expect(columns).toEqual(['uuid', 'debugInfoBytes']);
      const { modules } = await client.request('modules', {});
      const plugin = modules.find(({ name }) => name === 'plugin.so') as Readonly<Record<string, unknown>>;
      expect(plugin['debugInfoBytes']).toBeGreaterThan(100);
      expect(
        modules.some(module => /^[0-9A-F-]{8,}$/.test(String((module as Record<string, unknown>)['uuid']))),
      ).toBe(true);
      await paged(client);

      await client.setBreakpoints(program, ['#unloaded']);
      await client.continue();
      await client.waitFor('loadedSource', {
        where: ({ reason, source }) => reason === 'removed' && isLibrary(source.path),
      });
    },
  );
});
