// Outside artefacts: files that some tests need but that are not part of the project.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { repositoryRoot } from './repository.js';

/** The folder that holds them: SONDE_SHARED_DATA, else `../shared/data` as seen from the repository. */
export function outsideFolder(environment: NodeJS.ProcessEnv = process.env): string | undefined {
  const given = environment['SONDE_SHARED_DATA'];
  if (given !== undefined && given !== '') return resolve(given);
  const root = repositoryRoot();
  return root === undefined ? undefined : resolve(root, '..', 'shared', 'data');
}

/** The path of one artefact, or undefined if it is not on this machine. */
export function outsideData(
  relativePath: string,
  environment: NodeJS.ProcessEnv = process.env,
): string | undefined {
  const folder = outsideFolder(environment);
  if (folder === undefined) return undefined;
  const path = join(folder, relativePath);
  return existsSync(path) ? path : undefined;
}

/** Why a test that needs an absent artefact is skipped, and what to do about it. */
export const absentReason = (relativePath: string): string =>
  `outside file ${relativePath} is absent; set SONDE_SHARED_DATA to the folder that has it`;
