import { instructionsOf, ModuleBuilder, readModule, type Code } from '@sonde/wasm';
import { describe, expect, it } from 'vitest';
import { planBlocks } from './blocks.js';

/** The instructions of a function with a number as its parameter and result, and what is charged at them. */
function planned(write: (code: Code) => void) {
  const builder = new ModuleBuilder();
  const main = builder.function('main', { params: ['i32'], results: ['i32'] });
  write(main.code);
  const read = readModule(builder.build().bytes);
  if (!read.ok) throw new Error(read.problem.message);
  const instructions = instructionsOf(read.module, read.module.functions[0]!);
  const plan = planBlocks(instructions, () => 1);
  const charged = [...plan.costs].map(([index, cost]) => `${instructions[index]!.name} ${cost}`);
  return { plan, charged, names: instructions.map(({ name }) => name) };
}

describe('blocks', () => {
  it('go on behind a check that never comes back when it fails', () => {
    const { plan, charged, names } = planned(code => {
      code.get(0).if(undefined, () => void code.op('unreachable'));
      code.get(0);
    });
    expect(names).toEqual(['local.get', 'if', 'unreachable', 'end', 'local.get', 'end']);
    // Both sides pay two for the condition; the failure pays one of its own and gets two back.
    expect(charged).toEqual(['local.get 4', 'unreachable -1']);
    // With what was paid, each instruction tells how far the program is.
    expect(plan.corrections).toEqual([-4, -3, -1, 0, -2, -1]);
  });

  it('go on behind checks in checks', () => {
    const { charged } = planned(code => {
      code.get(0).if(undefined, () => {
        code.get(0).if(undefined, () => void code.op('unreachable'));
        code.op('nop', 'unreachable');
      });
      code.get(0);
    });
    // Outside 2 + 2. Inside: 2 + 2 of its own, less the 2 behind it; and 1 less the 2 behind that.
    expect(charged).toEqual(['local.get 4', 'local.get 2', 'unreachable -1']);
  });

  it('end where several ways meet', () => {
    const { charged } = planned(code => {
      code.get(0).if(undefined, () => void code.op('nop'));
      code.block(undefined, out => {
        code.get(0).brIf(out);
        code.op('nop');
      });
      code.get(0);
    });
    expect(charged).toEqual(['local.get 2', 'nop 2', 'block 3', 'nop 2', 'local.get 2']);
  });

  it('go on behind blocks and loops that nothing leads out of', () => {
    const { charged } = planned(code => {
      code.block(undefined, () => void code.op('nop'));
      code.loop(undefined, again => void code.get(0).brIf(again));
      code.get(0);
    });
    expect(charged).toEqual(['block 4', 'local.get 2', 'end 3']);
  });
});
