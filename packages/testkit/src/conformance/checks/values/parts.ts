// Checks of the parts that a program consists of: modules and sources.
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import type { Checksum, Module, Source } from '@sonde/dap';
import type { TestClient } from '../../../client.js';
import { CheckSkipped, expectThat } from '../../check.js';
import type { Check } from '../../check.js';
import { fits, wanted } from '../../expected.js';
import { during, listed, refusalOf } from '../../looking.js';

export const partChecks: readonly Check[] = [
  {
    id: 'values/modules',
    title: '`modules` lists what the program consists of',
    reference: { in: 'specification', page: 'Requests_Modules' },
    why: 'Users cannot see which library was loaded, and whether with symbols.',
    needs: [{ capability: 'supportsModulesRequest' }, { section: 'modules' }],
    async run(subject) {
      const { name } = subject.section('modules');
      const { client } = await subject.stoppedAt(subject.profile.stop.at, 'stop');
      const names = (await modulesOf(client)).map(each => each.name);
      expectThat(
        names.some(each => fits(each, name)),
        `modules are ${listed(names)}; expected ${wanted(name)} among them`,
      );
    },
  },
  {
    id: 'values/module-paging',
    title: 'A part of the modules, by `startModule` and `moduleCount`, is that part of the whole',
    reference: { in: 'specification', page: 'Requests_Modules' },
    why: 'Clients that ask for parts show modules twice or not at all.',
    needs: { capability: 'supportsModulesRequest' },
    async run(subject) {
      const { client } = await subject.stoppedAt(subject.profile.stop.at, 'stop');
      const all = await modulesOf(client);
      const ids = (modules: readonly Module[]): string => modules.map(({ id }) => id).join();
      const last = Math.max(0, all.length - 1);
      const part = await client.request('modules', { startModule: last, moduleCount: 1 });
      expectThat(
        ids(part.modules) === ids(all.slice(last)) || all.length === 0,
        `there are ${all.length} modules; with startModule ${last} and moduleCount 1 the ids ` +
          `${ids(part.modules)} are answered, that part of all is ${ids(all.slice(last))}`,
      );
      const beyond = await refusalOf(client.request('modules', { startModule: all.length, moduleCount: 1 }));
      expectThat(
        beyond.refused || beyond.answer.modules.length === 0,
        `there are ${all.length} modules, but with startModule ${all.length} there is still another`,
      );
    },
  },
  {
    id: 'values/module-columns',
    title: 'Modules have the attributes that `additionalModuleColumns` announces',
    reference: { in: 'specification', page: 'Types_ColumnDescriptor' },
    why: 'Clients show columns that stay empty.',
    needs: [{ capability: 'supportsModulesRequest' }, { capability: 'additionalModuleColumns' }],
    async run(subject) {
      const { client } = await subject.stoppedAt(subject.profile.stop.at, 'stop');
      const modules = await modulesOf(client);
      for (const { attributeName } of subject.capabilities.additionalModuleColumns ?? [])
        expectThat(
          modules.some(each => Object.hasOwn(each, attributeName)),
          `no module has the attribute "${attributeName}", for which there is a column`,
        );
    },
  },
  {
    id: 'values/frame-module',
    title: 'The module of a frame is one that `modules` lists',
    reference: { in: 'specification', page: 'Types_StackFrame' },
    why: 'Clients cannot tell where the frame comes from.',
    needs: { capability: 'supportsModulesRequest' },
    async run(subject) {
      const { client } = await subject.stoppedAt(subject.profile.stop.at, 'stop');
      const named = (await client.stack()).flatMap(({ moduleId }) => moduleId ?? []);
      if (named.length === 0) throw new CheckSkipped('the adapter does not tell the modules of frames');
      const known = (await modulesOf(client)).map(({ id }) => id);
      const unknown = named.filter(id => !known.includes(id));
      expectThat(
        unknown.length === 0,
        `frames are in modules ${listed(unknown.map(String))}; \`modules\` lists ${listed(known.map(String))}`,
      );
    },
  },
  {
    id: 'values/loaded-sources',
    title: '`loadedSources` lists the sources of the program',
    reference: { in: 'specification', page: 'Requests_LoadedSources' },
    why: 'Users cannot open what the program really runs.',
    needs: [{ capability: 'supportsLoadedSourcesRequest' }, { section: 'sources' }],
    async run(subject) {
      const { name } = subject.section('sources');
      const { client } = await subject.stoppedAt(subject.profile.stop.at, 'stop');
      const { sources } = await during('loadedSources', client.request('loadedSources'));
      const names = sources.map(source => source.name ?? source.path ?? '');
      expectThat(
        names.some(each => fits(each, name)),
        `loaded sources are ${listed(names)}; expected ${wanted(name)} among them`,
      );
    },
  },
  {
    id: 'values/source',
    title: 'A source with a `sourceReference` can be read by it',
    reference: { in: 'specification', page: 'Requests_Source' },
    why: 'Clients must not read such a source themselves, and show an error.',
    async run(subject) {
      const { client } = await subject.stoppedAt(subject.profile.stop.at, 'stop');
      const sources = (await knownSources(client)).filter(each => (each.sourceReference ?? 0) > 0);
      if (sources.length === 0) throw new CheckSkipped('no source has a sourceReference');
      for (const source of sources.slice(0, mostSources)) {
        const { sourceReference = 0, name = '' } = source;
        const { content } = await during(
          `reading the source "${name}" by its reference ${sourceReference}`,
          client.request('source', { sourceReference, source }),
        );
        expectThat(content !== '', `the source "${name}" with the reference ${sourceReference} is empty`);
      }
    },
  },
  {
    id: 'values/checksums',
    title: 'Checksums of sources are of a declared kind, and true',
    reference: { in: 'specification', page: 'Types_Checksum' },
    why: 'Clients say that the file has changed when it has not, or the other way round.',
    needs: { capability: 'supportedChecksumAlgorithms' },
    async run(subject) {
      const { client } = await subject.stoppedAt(subject.profile.stop.at, 'stop');
      const declared = subject.capabilities.supportedChecksumAlgorithms ?? [];
      const sources = (await knownSources(client)).filter(each => (each.checksums ?? []).length > 0);
      if (sources.length === 0) throw new CheckSkipped('no source has checksums');
      for (const { name = '', path = '', checksums = [] } of sources.slice(0, mostSources))
        for (const checksum of checksums) {
          expectThat(
            declared.includes(checksum.algorithm),
            `the source "${name}" has a checksum by ${checksum.algorithm}, which is not declared`,
          );
          const real = checksumOf(path, checksum);
          expectThat(
            real === undefined || real.toLowerCase() === checksum.checksum.toLowerCase(),
            `the ${checksum.algorithm} of ${path} is ${real ?? ''}, the adapter says ${checksum.checksum}`,
          );
        }
    },
  },
];

const mostSources = 5;

const modulesOf = async (client: TestClient): Promise<readonly Module[]> =>
  (await during('modules', client.request('modules', {}))).modules;

async function knownSources(client: TestClient): Promise<readonly Source[]> {
  const ofFrames = (await client.stack()).flatMap(({ source }) => source ?? []);
  if (client.capabilities.supportsLoadedSourcesRequest !== true) return ofFrames;
  return [...ofFrames, ...(await client.request('loadedSources')).sources];
}

/** Undefined where it cannot be told: no such file, or a time in a form of the adapter's own. */
function checksumOf(path: string, { algorithm }: Checksum): string | undefined {
  if (algorithm === 'timestamp' || statSync(path, { throwIfNoEntry: false })?.isFile() !== true)
    return undefined;
  return createHash(algorithm.toLowerCase()).update(readFileSync(path)).digest('hex');
}
