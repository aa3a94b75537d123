// Finds a tool: what a setting names, then the usual places, then the PATH. The error tells every place that was looked in.

import path from 'node:path';
import { EditorFailure } from '../editor-failure.js';
import { thisMachine, type ToolHost } from './tool-host.js';

export interface ToolSearch {
  /** The name of its file, without version and ending: `lldb-dap` finds `lldb-dap-22` and `lldb-dap.exe` too. */
  readonly name: string;
  /** A setting counts alone: what the user named is used, or is an error. */
  readonly setting?: { readonly name: string; readonly value: string | undefined };
  /** Folders, tried in order. `~` is the user's home; a part of a path may have one `*`, which stands for a version. */
  readonly places?: readonly string[];
  /** The command that installs it, by platform. */
  readonly install?: Partial<Record<NodeJS.Platform, string>>;
}

export interface FoundTool {
  readonly name: string;
  readonly path: string;
  readonly from: 'setting' | 'known place' | 'PATH';
  /** The version in its name or in its folder's; tools of a plain name have none. */
  readonly version?: number;
}

interface Candidate {
  readonly path: string;
  readonly version: number | undefined;
}

export async function findTool(search: ToolSearch, host: ToolHost = thisMachine): Promise<FoundTool> {
  const named = search.setting?.value?.trim() ?? '';
  if (named !== '') return fromSetting(search, named, host);
  const places = (search.places ?? []).map(place => atHome(place, host));
  const known = await firstIn(await candidatesIn(places, search.name, host), host);
  if (known !== undefined) return found(search.name, known, 'known place');
  const folders = pathFolders(host);
  // In the order of the PATH: the user's choice is the first folder, whatever its version.
  for (const folder of folders) {
    const here = await firstIn(await candidatesIn([folder], search.name, host), host);
    if (here !== undefined) return found(search.name, here, 'PATH');
  }
  throw missing(search, [...unsetSetting(search), ...places, ...folders.map(each => `${each} (PATH)`)], host);
}

const found = (name: string, { path: place, version }: Candidate, from: FoundTool['from']): FoundTool => ({
  name,
  path: place,
  from,
  ...(version === undefined ? {} : { version }),
});

async function fromSetting(search: ToolSearch, named: string, host: ToolHost): Promise<FoundTool> {
  const setting = search.setting!.name;
  const place = atHome(named, host);
  if (/[\\/]/.test(place)) {
    if (await host.isExecutable(place)) return { name: search.name, path: place, from: 'setting' };
    throw new EditorFailure(
      `The setting ${setting} names ${place}, which is no program that can be started.`,
      {
        next: `Correct the setting, or empty it to search for ${search.name}.`,
      },
    );
  }
  const looked: string[] = [];
  for (const folder of pathFolders(host))
    for (const ending of endingsOn(host)) {
      const candidate = path.join(folder, `${place}${ending}`);
      if (await host.isExecutable(candidate)) return { name: search.name, path: candidate, from: 'setting' };
      looked.push(candidate);
    }
  throw new EditorFailure(
    `The setting ${setting} names ${place}, which is not on the PATH. Looked for ${listed(looked)}.`,
    { next: `Correct the setting, or empty it to search for ${search.name}.` },
  );
}

function missing(
  { name, setting, install }: ToolSearch,
  looked: readonly string[],
  host: ToolHost,
): EditorFailure {
  const command = install?.[host.platform];
  const set = setting === undefined ? '' : `, or set ${setting.name} to its path`;
  return new EditorFailure(`${name} was not found. Looked in ${listed(looked)}.`, {
    next: `Install it${set}.`,
    ...(command === undefined ? {} : { command }),
  });
}

const unsetSetting = ({ setting }: ToolSearch): readonly string[] =>
  setting === undefined ? [] : [`the setting ${setting.name} (empty)`];

const listed = (places: readonly string[]): string =>
  places.length === 0 ? 'no place at all' : places.join(', ');

const atHome = (place: string, { home }: ToolHost): string =>
  place === '~' || /^~[\\/]/.test(place) ? path.join(home, place.slice(1)) : place;

function pathFolders({ env, platform }: ToolHost): readonly string[] {
  const text = env['PATH'] ?? env['Path'] ?? '';
  const folders = text.split(platform === 'win32' ? ';' : ':').filter(folder => folder !== '');
  return [...new Set(folders)];
}

const endingsOn = ({ platform }: ToolHost): readonly string[] =>
  platform === 'win32' ? ['.exe', '.cmd', '.bat', ''] : [''];

/** All files of that name, versioned ones included, the newest first; in places of the same version in their order. */
async function candidatesIn(
  places: readonly string[],
  name: string,
  host: ToolHost,
): Promise<readonly Candidate[]> {
  const all: Candidate[] = [];
  const endings = endingsOn(host).map(escaped).join('|');
  const fileName = new RegExp(
    `^${escaped(name)}(?:-(\\d+))?(?:${endings})$`,
    host.platform === 'win32' ? 'i' : '',
  );
  for (const place of places)
    for (const folder of await foldersAt(place, host))
      for (const file of await host.namesIn(folder.path)) {
        const match = fileName.exec(file);
        if (match === null) continue;
        const version = match[1] === undefined ? folder.version : Number(match[1]);
        all.push({ path: path.join(folder.path, file), version });
      }
  return all.toSorted((a, b) => (b.version ?? -1) - (a.version ?? -1));
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** The folders that a place with a `*` stands for. */
async function foldersAt(
  place: string,
  host: ToolHost,
): Promise<readonly { readonly path: string; readonly version: number | undefined }[]> {
  const parts = place.split(/[\\/]/);
  const at = parts.findIndex(part => part.includes('*'));
  if (at === -1) return [{ path: place, version: undefined }];
  const above = parts.slice(0, at).join('/') || '/';
  const [before = '', after = ''] = parts[at]!.split('*');
  const below = parts.slice(at + 1);
  return (await host.namesIn(above))
    .filter(
      name => name.startsWith(before) && name.endsWith(after) && name.length >= before.length + after.length,
    )
    .map(name => {
      const number = /\d+/.exec(name.slice(before.length, name.length - after.length))?.[0];
      return {
        path: path.join(above, name, ...below),
        version: number === undefined ? undefined : Number(number),
      };
    });
}

async function firstIn(candidates: readonly Candidate[], host: ToolHost): Promise<Candidate | undefined> {
  for (const candidate of candidates) if (await host.isExecutable(candidate.path)) return candidate;
  return undefined;
}
