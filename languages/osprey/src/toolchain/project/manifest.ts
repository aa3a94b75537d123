// osprey.toml: what a project says about its sources, where it begins and in which namespace it is.

import { TomlFile, type Problems } from '@sonde/front-end';
import type { Flavor } from '../syntax/words.js';

export const manifestName = 'osprey.toml';

export interface Manifest {
  readonly name: string;
  /** Folders, relative to the manifest. */
  readonly sourceRoots: readonly string[];
  readonly defaultNamespace: string;
  readonly entry?: string;
  readonly flavor?: Flavor;
  readonly allowWildcardImports: boolean;
}

export interface ReadManifest {
  readonly manifest: Manifest;
  readonly file: TomlFile;
}

const keys: Readonly<Record<string, readonly string[]>> = {
  project: ['name', 'version', 'source_roots', 'default_namespace', 'entry', 'flavor'],
  modules: ['allow_wildcard_imports'],
};

/** Undefined, with a problem, where it is no TOML. */
export function readManifest(problems: Problems, folderName: string): ReadManifest | undefined {
  const file = TomlFile.read(problems);
  if (file === undefined) return undefined;
  if (!file.keys().includes('project'))
    file.error(
      undefined,
      undefined,
      'an Osprey project has a table [project]',
      'Begin the file with [project].',
    );
  for (const table of Object.keys(keys))
    for (const key of file.keys(table))
      if (!keys[table]!.includes(key))
        problems.warning(
          file.placeOf(table, key),
          `\`${key}\` means nothing in [${table}]`,
          `Known are ${keys[table]!.join(', ')}.`,
        );
  const name = file.text('project', 'name') ?? folderName;
  const flavor = file.text('project', 'flavor');
  if (flavor !== undefined && flavor !== 'default' && flavor !== 'ml')
    file.error('project', 'flavor', `there is no flavor ${flavor}`, 'Write default or ml.');
  const roots = file.texts('project', 'source_roots');
  if (roots?.length === 0) file.error('project', 'source_roots', 'a project needs a folder with sources');
  const entry = file.text('project', 'entry');
  const manifest: Manifest = {
    name,
    sourceRoots: roots ?? ['src'],
    defaultNamespace: file.text('project', 'default_namespace') ?? name,
    allowWildcardImports: file.flag('modules', 'allow_wildcard_imports') ?? false,
    ...(entry === undefined ? {} : { entry }),
    ...(flavor === 'default' || flavor === 'ml' ? { flavor } : {}),
  };
  if (!/^[\p{L}_][\p{L}\p{N}_]*$/u.test(manifest.defaultNamespace))
    file.error(
      'project',
      file.text('project', 'default_namespace') === undefined ? 'name' : 'default_namespace',
      `\`${manifest.defaultNamespace}\` is no name of a namespace`,
      'Write default_namespace = "name" with letters, digits and _.',
    );
  return { manifest, file };
}
