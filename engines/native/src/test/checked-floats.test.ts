// Machine code for floats in conditions: its instructions, and that it calculates what the bridge does.

import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { toolsMissing } from './fixtures.js';
import { printedInLldb } from './lldb-script.js';

const fixtures = fileURLToPath(new URL('../../fixtures', import.meta.url));

/** What writes instructions, to what LLDB's disassembler takes them for. */
const instructions: Readonly<Record<string, readonly string[]>> = {
  'load(4)': ['cvtss2sd xmm0, dword ptr [rax]', 'movq rax, xmm0'],
  'load(8)': ['mov rax, qword ptr [rax]'],
  'round()': ['movq xmm0, rax', 'cvtsd2ss xmm0, xmm0', 'cvtss2sd xmm0, xmm0', 'movq rax, xmm0'],
  'negate()': ['btc rax, 0x3f'],
  'without_sign()': ['shl rax'],
  ...Object.fromEntries(
    ['add', 'sub', 'mul', 'div'].map(name => [
      `arithmetic("${name}", 64)`,
      ['movq xmm0, rax', 'movq xmm1, rcx', `${name}sd xmm0, xmm1`, 'movq rax, xmm0'],
    ]),
  ),
  'compare("eq")': [
    ...['movq xmm0, rax', 'movq xmm1, rcx', 'ucomisd xmm0, xmm1'],
    ...['sete al', 'setnp cl', 'and al, cl', 'movzx eax, al'],
  ],
  'compare("le")': [
    ...['movq xmm0, rax', 'movq xmm1, rcx', 'ucomisd xmm1, xmm0', 'setae al', 'movzx eax, al'],
  ],
  'from_integer(64, False)': ['cvtsi2sd xmm0, rax', 'movq rax, xmm0'],
  'from_integer(32, False)': ['cvtsi2ss xmm0, rax', 'cvtss2sd xmm0, xmm0', 'movq rax, xmm0'],
  'save()': [
    'lea rsp, [rsp - 0x28]',
    'movups xmmword ptr [rbx - 0x10], xmm0',
    'movups xmmword ptr [rbx - 0x20], xmm1',
    'stmxcsr dword ptr [rbx - 0x28]',
    'mov dword ptr [rbx - 0x24], 0x1f80',
    'ldmxcsr dword ptr [rbx - 0x24]',
  ],
  'restore()': [
    'movups xmm0, xmmword ptr [rbx - 0x10]',
    'movups xmm1, xmmword ptr [rbx - 0x20]',
    'ldmxcsr dword ptr [rbx - 0x28]',
  ],
};

const disassembling = `
import lldb
from bridge.in_program.sse import Floats
from bridge.in_program.x86 import Code

target = lldb.debugger.CreateTargetWithFileAndArch(None, "x86_64-pc-linux")

def told(write):
    code = Code(0)
    write(Floats(code))
    found = target.GetInstructionsWithFlavor(lldb.SBAddress(0, target), "intel", code.finished())
    say("; ".join(f"{one.GetMnemonic(target)} {one.GetOperands(target)}" for one in found))
`;

const comparing = `
sys.path.insert(0, ${JSON.stringify(fixtures)})
sys.dont_write_bytecode = True
import collections, random
from bridge.in_program.generator import NotInProgram
from called_checks import Caller, same
from random_checks import RandomChecks

caller, checks, counts = Caller(), RandomChecks(random.Random(1985)), collections.Counter()
for _ in range(5000):
    check, values = checks.check(), checks.values()
    for name, data in values.items():
        caller.place(name, data)
    try:
        called = caller.called(check)
    except NotInProgram:
        counts["refused"] += 1
        continue
    decided = caller.decided(check)
    counts["undecided" if decided == "undecided" else type(decided).__name__] += 1
    if not same(called, decided):
        say("not", decided, "but", called, "for", check, values)
        break
say("floats" if counts["float"] > 1000 else counts, "integers" if counts["int"] > 1000 else counts)
`;

describe.skipIf(toolsMissing || process.arch !== 'x64')(
  'floats in conditions that are checked inside the program',
  () => {
    it('are calculated by the instructions that are meant', async () => {
      const told = Object.keys(instructions).map(call => `told(lambda floats: floats.${call})`);
      const printed = await printedInLldb([disassembling, ...told].join('\n'));
      expect(printed).toEqual(Object.values(instructions).map(lines => lines.join('; ')));
    });

    it('have the values that the bridge calculates, and leave the registers as they were', async () => {
      expect(await printedInLldb(comparing)).toEqual(['floats integers']);
    });

    it('are rounded once, also from large whole numbers to 32 bits', async () => {
      const wanted = [
        ['2 ** 63 + 2 ** 39 + 1', '2.0 ** 63 + 2.0 ** 40'],
        ['2 ** 60 + 2 ** 36', '2.0 ** 60'],
        ['-(2 ** 60) - 2 ** 36 - 1', '-(2.0 ** 60) - 2.0 ** 37'],
        ['2 ** 127 + 2 ** 103 + 1', '2.0 ** 127 + 2.0 ** 104'],
        ['2 ** 128 - 1', 'float("inf")'],
        ['16777217', '16777216.0'],
      ];
      const said = wanted.map(([whole, float]) => `say(floats.nearest(${whole}, 32) == ${float})`);
      expect(await printedInLldb(['from bridge import floats', ...said].join('\n'))).toEqual(
        wanted.map(() => 'True'),
      );
    });
  },
);
