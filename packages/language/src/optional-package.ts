// Packages that are too large or too native to come along everywhere: those of the installation, else of a folder of the user's.

import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Failure } from '@sonde/engine';
import type { ToolReport } from './contract.js';

export interface OptionalPackage<Module> {
  /** Its name in the registry. */
  readonly name: string;
  readonly version: string;
  /** What cannot be done without it: `compiles C`. */
  readonly purpose: string;
  /** The import itself, written out so that bundlers and types know it. */
  readonly load: () => Promise<Module>;
}

/** Where they are installed when the installation has none; editors name a folder of theirs. */
const packagesFolder = (): string =>
  process.env['SONDE_PACKAGES'] ?? join(homedir(), '.local', 'share', 'sonde', 'packages');

export const installCommand = ({
  name,
  version,
}: Pick<OptionalPackage<unknown>, 'name' | 'version'>): string =>
  `npm install --prefix "${packagesFolder()}" ${name}@${version}`;

/** The module; where it is not installed, the failure names the command that installs it. */
export async function loadOptional<Module>(wanted: OptionalPackage<Module>): Promise<Module> {
  try {
    return await wanted.load();
  } catch (error) {
    if (!isMissing(error, wanted.name)) throw error;
  }
  const place = placeOf(wanted.name);
  if (place !== undefined) return (await import(pathToFileURL(place).href)) as Module;
  throw new Failure(
    'tool-missing',
    'environment',
    `${wanted.name}, which ${wanted.purpose}, is not installed.`,
    `Install it with \`${installCommand(wanted)}\`.`,
  );
}

/** For `sonde doctor`. */
export async function optionalReport(wanted: OptionalPackage<unknown>): Promise<ToolReport> {
  const about = { tool: wanted.name, purpose: wanted.purpose };
  try {
    await loadOptional(wanted);
    return {
      ...about,
      found: { path: placeOf(wanted.name) ?? 'part of this installation', version: wanted.version },
    };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { ...about, install: installCommand(wanted), problem };
  }
}

const isMissing = (error: unknown, name: string): boolean =>
  (error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND' && String(error).includes(name);

function placeOf(name: string): string | undefined {
  try {
    return createRequire(join(packagesFolder(), 'package.json')).resolve(name);
  } catch {
    return undefined;
  }
}
