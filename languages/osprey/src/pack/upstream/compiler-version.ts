// The version of the language's own compiler: only programs of versions whose debug information we know are built by it.

import { execFile } from 'node:child_process';
import { Failure } from '@sonde/engine';

/** The releases known to us are 0.6 to 0.14; layouts and debug information may differ in 1.0. */
const readableMajor = 0;
const needed = `Sonde reads programs of osprey ${readableMajor}.x`;
const next = 'Name an osprey 0.x in the option compiler, or leave it out: Sonde has a compiler of its own.';

/** Refuses a compiler that says another version, or none: the real one answers `osprey X.Y.Z`. */
export async function requireReadableVersion(tool: string, signal: AbortSignal): Promise<void> {
  const said = await versionSaid(tool, signal);
  const version = /^osprey v?((\d+)\.\d+\.\d+\S*)/im.exec(said);
  if (version === null) {
    const first = said.trim().split('\n')[0]!.slice(0, 80);
    const answer = first === '' ? 'says nothing' : `says "${first}"`;
    throw refused(`${tool} does not tell its version: ${tool} --version ${answer}, and ${needed}.`);
  }
  if (Number(version[2]) !== readableMajor) throw refused(`${tool} is osprey ${version[1]!}, and ${needed}.`);
}

const refused = (text: string): Failure => new Failure('build-failed', 'environment', text, next);

/** What it prints, however it ends; a program that cannot be run at all is told by its name. */
function versionSaid(tool: string, signal: AbortSignal): Promise<string> {
  return new Promise((done, fail) => {
    execFile(tool, ['--version'], { signal, timeout: 20_000 }, (error, stdout, stderr) => {
      if (signal.aborted) return fail(error ?? new Error('The build was cancelled.'));
      if (error !== null && typeof error.code === 'string')
        return fail(refused(`${tool} cannot be run: ${error.message}.`));
      return done(`${stdout}${stderr}`);
    });
  });
}
