// Paths of programs as the start page shows and joins them.

export const baseName = (path: string): string => path.split(/[\\/]/).at(-1) ?? path;

/** Slashes between the parts, none twice; empty parts count for nothing. */
export const joined = (...parts: readonly string[]): string =>
  parts
    .map(part => part.replace(/(?<=[^\\/])[\\/]+$/, ''))
    .filter(part => part !== '')
    .join('/')
    .replace(/^\/\//, '/');

/** Where a program is, told from the served folder when it is below it. */
export function placeOf(program: string, folder: string | undefined): string {
  const place = program.slice(0, Math.max(0, program.length - baseName(program).length - 1));
  if (folder === undefined) return place;
  if (place === folder) return '';
  return place.startsWith(`${folder}/`) ? place.slice(folder.length + 1) : place;
}

export interface Crumb {
  readonly name: string;
  readonly path: string;
}

/** The folders on the way from the served folder, itself the first, to one below it. */
export function crumbsOf(rootName: string, path: string): readonly Crumb[] {
  const names = path.split('/').filter(name => name !== '');
  return [
    { name: rootName, path: '' },
    ...names.map((name, index) => ({ name, path: names.slice(0, index + 1).join('/') })),
  ];
}
