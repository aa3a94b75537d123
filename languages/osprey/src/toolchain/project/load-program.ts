// The program that a path stands for: a file, a folder or an osprey.toml; its sources, and the rules they are put together by.

import { realpathSync } from 'node:fs';
import { basename, dirname, relative, resolve } from 'node:path';
import { Failure, sourceReader } from '@sonde/engine';
import { Problems, SourceText } from '@sonde/front-end';
import type { Diagnostic } from '@sonde/language';
import type { ProgramFile } from '../checker/check.js';
import { singleFile, type AssemblyRules } from '../modules/assemble.js';
import { flavorOf } from '../syntax/flavor.js';
import type { Flavor } from '../syntax/words.js';
import { readManifest, type Manifest } from './manifest.js';
import { namedBy, readText, rootsOf, rootsWithoutManifest, sourcesBelow } from './project-sources.js';

export interface LoadedFile extends ProgramFile {
  readonly bytes: Uint8Array;
}

export interface LoadedProgram {
  /** As people call it. */
  readonly name: string;
  /** Absolute: the file, the manifest or the folder. */
  readonly path: string;
  /** Empty where the diagnostics say why. */
  readonly files: readonly LoadedFile[];
  readonly rules: AssemblyRules;
  readonly diagnostics: readonly Diagnostic[];
}

export interface LoadRequest {
  readonly flavor?: Flavor | undefined;
  /** See `BuildRequest`. */
  readonly mostSource?: number | undefined;
  /** What somebody is writing and has not saved, by path. */
  readonly unsaved?: ReadonlyMap<string, string>;
}

/** `path` is absolute and exists. */
export function loadProgram(path: string, request: LoadRequest = {}): LoadedProgram {
  const named = namedBy(path, manifest => {
    const text = new SourceText({ name: basename(manifest), path: manifest }, readText(manifest));
    const read = readManifest(new Problems(text), basename(dirname(manifest)));
    return rootsOf(manifest, read?.manifest.sourceRoots ?? ['src']).present;
  });
  switch (named.kind) {
    case 'file':
      return {
        name: basename(path),
        path,
        files: filesOf([path], dirname(path), request),
        rules: singleFile,
        diagnostics: [],
      };
    case 'folder': {
      const name = basename(named.path);
      const files = filesOf(sourcesBelow(rootsWithoutManifest(named.path)), named.path, request);
      if (files.length === 0) throw noSources(named.path);
      return { name, path: named.path, files, rules: { namespace: name, wildcards: false }, diagnostics: [] };
    }
    case 'manifest':
      return loadProject(named.path, request);
  }
}

const noSources = (folder: string): Failure =>
  new Failure(
    'bad-arguments',
    'user',
    `there is no Osprey source in the folder ${folder}.`,
    'Name a file, or a project.',
  );

function loadProject(path: string, request: LoadRequest): LoadedProgram {
  const folder = dirname(path);
  const text = new SourceText({ name: basename(path), path }, readText(path));
  const problems = new Problems(text);
  const read = readManifest(problems, basename(folder));
  const found = read === undefined ? undefined : rootsOf(path, read.manifest.sourceRoots);
  for (const root of found?.absent ?? [])
    read!.file.error('project', 'source_roots', `there is no folder ${root}`, 'Check source_roots.');
  const manifest = read?.manifest;
  const sources = problems.hasErrors() || found === undefined ? [] : sourcesBelow(found.present);
  if (!problems.hasErrors() && sources.length === 0)
    read!.file.error('project', 'source_roots', 'these folders have no Osprey source');
  const entry =
    manifest &&
    entryOf(manifest, folder, sources, (message, hint) => read.file.error('project', 'entry', message, hint));
  const name = manifest?.name ?? basename(folder);
  const rules: AssemblyRules = {
    namespace: manifest?.defaultNamespace ?? name,
    wildcards: manifest?.allowWildcardImports ?? false,
    entry,
  };
  const files = problems.hasErrors()
    ? []
    : filesOf(sources, folder, { ...request, flavor: request.flavor ?? manifest?.flavor });
  return { name, path, files, rules, diagnostics: problems.diagnostics() };
}

function entryOf(
  { entry }: Manifest,
  folder: string,
  sources: readonly string[],
  wrong: (message: string, hint: string) => void,
): string | undefined {
  if (entry === undefined) return undefined;
  const path = resolve(folder, entry);
  let real: string | undefined;
  try {
    real = realpathSync(path);
  } catch {
    wrong(`there is no file ${entry}`, 'The entry is relative to osprey.toml.');
    return undefined;
  }
  if (!sources.includes(real))
    wrong(`${entry} is not below the source roots`, 'Add its folder to source_roots.');
  return real;
}

/** Their texts follow each other in one range of offsets; each is called by its way from the folder of the program. */
function filesOf(paths: readonly string[], folder: string, request: LoadRequest): readonly LoadedFile[] {
  const read = sourceReader(request.mostSource);
  let base = 0;
  return paths.map(path => {
    const unsaved = request.unsaved?.get(path);
    const bytes = unsaved === undefined ? read(path) : Buffer.from(unsaved);
    const name = paths.length === 1 ? basename(path) : relative(folder, path);
    const text = new SourceText({ name, path }, bytes.toString('utf8'), base);
    base = text.end;
    return { text, bytes, flavor: flavorOf(basename(path), text.text, request.flavor) };
  });
}
