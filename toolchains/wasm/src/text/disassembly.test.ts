import { describe, expect, it } from 'vitest';
import { readModule } from '../reading/read-module.js';
import { sampleModule } from '../test/sample-module.js';
import { disassemble } from './disassembly.js';

describe('disassemble', () => {
  const found = readModule(sampleModule().bytes);
  if (!found.ok) throw found.problem;
  const { module } = found;
  const textOf = (name: string): string => {
    const body = module.functions.find(({ index }) => module.names.functions.get(index) === name)!;
    return disassemble(module, body)
      .map(({ text, level }) => '  '.repeat(level) + text)
      .join('\n');
  };

  it('writes instructions with names, labels and levels', () => {
    expect(textOf('sum')).toBe(`block
  loop
    local.get $i
    local.get $n
    i32.ge_s
    br_if 1
    local.get $total
    local.get $i
    i64.extend_i32_s
    call $square
    i64.add
    local.set $total
    local.get $i
    i32.const 1
    i32.add
    local.set $i
    br 0
  end
end
global.get $counter
i64.const 1
i64.add
global.set $counter
local.get $total
end`);
  });

  it('writes tables of labels, calls by a table, memory and constants', () => {
    expect(textOf('pick')).toBe(`block (result i32)
  block
    block
      local.get 0
      br_table 0 1 1
    end
    i32.const 10
    i32.const 0
    call_indirect (type 0)
    br 1
  end
  i32.const 10
  i32.const 1
  call_indirect (type 0)
end
if (result i32)
  local.get 0
else
  i32.const -1
  f64.const 2.9
  i32.trunc_sat_f64_s
  i32.add
end
end`);
    expect(textOf('fill')).toBe(`i32.const 64
i32.const 171
local.get 0
memory.fill
i32.const 0
f64.const -0
f64.store offset=1000
i32.const 0
f32.const nan (0x7fc00000)
f32.store offset=1008 align=1
end`);
  });

  it('writes a range only', () => {
    const body = module.functions[1]!;
    const [, second] = disassemble(module, body);
    expect(disassemble(module, body, second!.offset, second!.offset + 1)).toEqual([second]);
  });
});
