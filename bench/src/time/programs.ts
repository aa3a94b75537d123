// The programs whose time is travelled: one for each language, told by its own first lines, with as many turns as are wanted.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../programs/time', import.meta.url));
/** Native code, for gdb alone. */
const nativeName = 'turns.c';

export interface TurnsProgram {
  /** What comes before the colon of the first line. */
  readonly name: string;
  readonly file: string;
  readonly text: string;
  /** Launch options that it needs. */
  readonly launch: Readonly<Record<string, unknown>>;
  /** A machine without checkpoints: it is run again from its start. */
  readonly runsAgain: boolean;
}

export const turnsPrograms = (): readonly TurnsProgram[] =>
  readdirSync(folder)
    .filter(file => file !== nativeName)
    .sort()
    .map(read)
    .sort((a, b) => Number(a.runsAgain) - Number(b.runsAgain));

export const nativeProgram = (): TurnsProgram => read(nativeName);

function read(file: string): TurnsProgram {
  const text = readFileSync(join(folder, file), 'utf8');
  const told = (what: string): string | undefined => new RegExp(`^// ${what}: (.*)$`, 'm').exec(text)?.[1];
  return {
    name: /^\W*(.*?):/.exec(text)![1]!,
    file,
    text,
    launch: JSON.parse(told('launch') ?? '{}') as Record<string, unknown>,
    runsAgain: told('travels') !== undefined,
  };
}

/** The program with so many turns, in a folder of its own. Answers its path. */
export function writeProgram({ file, text }: TurnsProgram, turns: number, into: string): string {
  const marked = /^(.*\b)1000(\b.*#turns.*)$/m;
  if (!marked.test(text)) throw new Error(`${file} has no line of 1000 turns marked #turns`);
  const own = join(into, String(turns));
  mkdirSync(own, { recursive: true });
  const path = join(own, file);
  writeFileSync(path, text.replace(marked, `$1${turns}$2`));
  return path;
}
