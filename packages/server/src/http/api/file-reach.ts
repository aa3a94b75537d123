// Which files the page may see: those whose real place is below the served folder or below a folder of examples.

import { constants } from 'node:fs';
import { lstat, open, realpath, type FileHandle } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { Failure } from '@sonde/engine';
import { Refused } from '../refused.js';

/** A folder as it was named, and where it really is. */
interface Root {
  readonly named: string;
  readonly real: string;
}

export class FileReach {
  private constructor(
    private readonly folder: Root | undefined,
    private readonly others: readonly Root[],
  ) {}

  /**
   * Where the folders are is settled now: one that is replaced by a link later leads nowhere new. `others` that are missing
   * are left out.
   */
  static async of(folder: string | undefined, others: readonly string[]): Promise<FileReach> {
    const roots = await Promise.all(
      others.map(named =>
        rootAt(named).catch((): undefined => {
          // Nothing can be below it.
        }),
      ),
    );
    return new FileReach(
      folder === undefined ? undefined : await rootAt(folder).catch(noFolder(folder)),
      roots.filter(root => root !== undefined),
    );
  }

  /** The real place of an absolute path, or of one below the folder. */
  async locate(path: string): Promise<string> {
    const base = this.folder;
    if (base === undefined && !isAbsolute(path))
      throw new Refused(400, 'no folder is served, so a path must be absolute.');
    return locate(path, base?.named ?? sep, [...(base === undefined ? [] : [base]), ...this.others]);
  }

  /** What is in the folder itself: where it really is, and its path from the folder, with slashes. */
  async locateInFolder(path: string): Promise<{ readonly real: string; readonly relative: string }> {
    const { folder } = this;
    if (folder === undefined)
      throw new Refused(404, 'no folder is served.', 'Start with: sonde serve FOLDER');
    if (isAbsolute(path)) throw new Refused(400, 'give a path from the served folder, not from the root.');
    const wanted = resolve(folder.named, path);
    // A way out and in again would have a parent that is outside.
    if (!isBelow(wanted, folder.named)) throw outside(path);
    const real = await locate(path, folder.named, [folder]);
    return { real, relative: relative(folder.named, wanted).split(sep).join('/') };
  }

  /** For links that a folder holds: whether what they lead to may be seen, and where it is. */
  async followInFolder(place: string): Promise<string | undefined> {
    const real = await realpath(place).catch((): undefined => {
      // It leads nowhere.
    });
    return real !== undefined &&
      this.folder !== undefined &&
      isBelow(real, this.folder.real) &&
      !isHidden(relative(this.folder.real, real))
      ? real
      : undefined;
  }
}

const noFolder =
  (name: string) =>
  (error: unknown): never => {
    throw new Failure('not-found', 'user', `there is no folder ${name}.`, 'Check the name.', {
      cause: error,
    });
  };

const rootAt = async (named: string): Promise<Root> => ({
  named: resolve(named),
  real: await realpath(named),
});

const isBelow = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);

/** What is outside is refused in the same words whether it exists or not. */
async function locate(path: string, base: string, roots: readonly Root[]): Promise<string> {
  if (path.includes('\0')) throw new Refused(400, 'a path has no zero bytes.');
  const wanted = resolve(base, path);
  let real: string;
  try {
    real = await realpath(wanted);
  } catch (error) {
    const isOurs = roots.some(({ named, real: place }) => isBelow(wanted, named) || isBelow(wanted, place));
    throw isOurs ? unreachable(path, error) : outside(path);
  }
  const root = roots.find(each => isBelow(real, each.real));
  if (root === undefined) throw outside(path);
  if (isHidden(relative(root.real, real))) throw hidden(path);
  return real;
}

/** What tools and people keep for themselves begins with a dot: `.env`, `.git`. */
const isHidden = (fromRoot: string): boolean => fromRoot.split(sep).some(name => name.startsWith('.'));

const hidden = (path: string): Refused => new Refused(403, `${path} is hidden, and not served.`);

const outside = (path: string): Refused =>
  new Refused(
    403,
    `${path} is not below the served folder.`,
    'Serve a folder that holds it: sonde serve FOLDER',
  );

/** The system's reason in words. */
export function unreachable(path: string, error: unknown): Refused {
  const { code, message } = error as NodeJS.ErrnoException;
  const options = { cause: error };
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return new Refused(404, `there is no ${path}.`, 'Check the name.', options);
    case 'EACCES':
    case 'EPERM':
      return new Refused(403, `${path} may not be read.`, 'Check its permissions.', options);
    case 'ENAMETOOLONG':
      return new Refused(400, 'the path is too long.', undefined, options);
    case 'ELOOP':
      return new Refused(404, `${path} is a link that leads in a circle.`, undefined, options);
    default:
      return new Refused(500, `${path} cannot be read: ${message}.`, undefined, options);
  }
}

/**
 * Opens an ordinary file at its real place. Anything else must not even be opened: a pipe waits for a writer, a device may
 * act on it.
 */
export async function openFile(real: string, name: string): Promise<FileHandle> {
  refuseUnlessFile(await lstat(real), name);
  // Should it have been replaced since, neither a link is followed nor a pipe waited for.
  const file = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    refuseUnlessFile(await file.stat(), name);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

function refuseUnlessFile(about: { isFile(): boolean; isDirectory(): boolean }, name: string): void {
  if (about.isDirectory()) throw new Refused(400, `${name} is a folder.`, 'Name a file in it.');
  if (!about.isFile()) throw new Refused(400, `${name} is no ordinary file.`);
}
