// Which program a core file is looked at with, and what is said when that is not quite the right one.

import { access } from 'node:fs/promises';
import { Failure } from '@sonde/engine';
import { readCoreFile, type CoreFile } from './core-file.js';
import { elfIdentityOf, mayBeSame } from './elf-identity.js';

export interface CheckedCore {
  /** Where symbols come from; undefined when there is nothing that fits. */
  readonly program?: string;
  /** What people should know before they believe what they see. */
  readonly notices: readonly string[];
}

/** `program`: as the user named it. */
export async function checkCore(file: string, program: string | undefined): Promise<CheckedCore> {
  const core = await readCoreFile(file);
  const notices = cutOffNotice(file, core);
  if (program !== undefined) {
    await requireFit(file, core, program);
    return { program, notices };
  }
  const left = core.program;
  if (left === undefined) return { notices };
  const why = await whyUnfit(core, left);
  if (why === undefined) return { program: left, notices };
  const notice = `The core file was left by ${left}, which ${why}: there are no symbols. Name a copy of it as "program".`;
  return { notices: [...notices, notice] };
}

async function requireFit(file: string, core: CoreFile, program: string): Promise<void> {
  const why = await whyUnfit(core, program);
  if (why === undefined) return;
  const left = core.program === undefined ? '' : ` It was left by ${core.program}.`;
  throw new Failure(
    'bad-arguments',
    'user',
    `${program} ${why}; the core file ${file} is of another program.${left}`,
    'Name the program that left it, as it was then.',
  );
}

async function whyUnfit({ identity }: CoreFile, program: string): Promise<string | undefined> {
  try {
    await access(program);
  } catch {
    return 'is not there';
  }
  const now = await elfIdentityOf(program).catch(() => undefined);
  if (now === undefined) return 'is not a program of this kind';
  return identity === undefined || mayBeSame(identity, now) ? undefined : 'is another build';
}

function cutOffNotice(file: string, { cutOff }: CoreFile): readonly string[] {
  if (cutOff === undefined) return [];
  const part = `${cutOff.size} of ${cutOff.whole} bytes`;
  return [
    `The core file ${file} was cut off (${part}, as with a full disk or \`ulimit -c\`): what is missing cannot be read.`,
  ];
}
