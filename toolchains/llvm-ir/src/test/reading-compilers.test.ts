// Modules as clang writes them, plain and optimised, read back.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readModule } from '../llvm-ir.js';
import { clang, runTool, workFolder } from './tools.js';

const source = `
struct pair { int first; struct pair *next; char name[4]; unsigned bits : 3; };
enum shade { light = -1, dark = 7 };
static struct pair shared = { 5, &shared, "abc", 2 };
extern int outside;
static int pick(int which, enum shade shade) {
  switch (which) { case 1: return outside; case 2: { int local = which * shared.first; return local; } }
  return shade;
}
int main(int count, char **words) { return pick(count, dark) + words[0][0]; }
`;

describe.skipIf(clang === undefined)('a module of clang', () => {
  const folder = workFolder();

  const read = async (flag: string) => {
    const file = join(await folder(), 'source.c');
    await writeFile(file, source);
    const { stdout, stderr } = await runTool(clang!, ['-g', flag, '-S', '-emit-llvm', file, '-o', '-']);
    expect(stderr).toBe('');
    return readModule(stdout);
  };

  it('shows its functions, variables and types', async () => {
    const { unknown, functions, debug, globals } = await read('-O0');
    expect(unknown).toEqual([]);
    expect(
      functions
        .filter(({ isDefinition }) => isDefinition)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['main', 'pick']);
    expect([...debug.variables.values()].map(({ name }) => name).sort()).toEqual(
      ['count', 'local', 'shade', 'which', 'words'].sort(),
    );
    const pair = [...debug.types.values()].find(({ name }) => name === 'pair');
    expect(pair).toMatchObject({
      kind: 'composite',
      members: [
        { name: 'first', offsetInBits: 0 },
        { name: 'next', offsetInBits: 64 },
        { name: 'name', offsetInBits: 128, sizeInBits: 32 },
        { name: 'bits', offsetInBits: 160, sizeInBits: 3 },
      ],
    });
    const shade = [...debug.types.values()].find(({ name }) => name === 'shade');
    expect(shade).toMatchObject({ enumerators: [{ value: -1n }, { value: 7n }] });
    expect(globals.find(({ name }) => name === 'outside')).toMatchObject({ isExternal: true });
    const lines = functions.flatMap(fn => fn.blocks.flatMap(block => block.instructions));
    expect(lines.filter(({ opcode }) => opcode === 'switch')).toHaveLength(1);
  });

  it('shows code that was inlined', async () => {
    const { unknown, functions, debug } = await read('-O2');
    expect(unknown).toEqual([]);
    const main = functions.find(({ name }) => name === 'main');
    const inlined = [...debug.locations.values()].find(({ inlinedAt }) => inlinedAt !== undefined);
    expect(debug.locations.get(inlined!.inlinedAt!)?.scope).toBe(main?.subprogram);
    expect(main?.variables.some(({ kind }) => kind === 'value')).toBe(true);
  });
});
