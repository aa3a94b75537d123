// The machine that the VM engine drives: the stack machine of the kit, with the instructions and values of the language.

import type { MachineModule } from '@sonde/engine-vm';
import { StackMachine, type StackCode, type StackLanguage } from '@sonde/engine-vm/kit';
import { instructions } from './instructions.js';
import { memory, types, type Value } from './values.js';

export const createMachine: MachineModule['createMachine'] = (code, host) => {
  const machine = new StackMachine(code as StackCode, host, language);
  machine.memory.set(memory, new Uint8Array(0));
  return machine;
};

const language: StackLanguage<Value> = {
  instructions,
  nothing: 0,
  describeError: value => {
    const [, name = 'Error', message = String(value)] = /^([A-Za-z]\w*): (.*)$/s.exec(String(value)) ?? [];
    return { name, message };
  },
  makeError: (name, message) => `${name}: ${message}`,
  describe: (value, textLimit) => {
    if (typeof value === 'number')
      return { content: { kind: 'scalar', value: BigInt(value) }, type: types.int };
    const { length } = value;
    if (length <= textLimit) return { content: { kind: 'scalar', value }, type: types.text };
    return { content: { kind: 'partial', value: value.slice(0, textLimit), length }, type: types.text };
  },
  scalar: value => value,
  encode: value => {
    if (typeof value === 'string') return value;
    const number = Number(value);
    if (number !== (number | 0)) throw new RangeError(`${value} does not fit an integer of 32 bits`);
    return number;
  },
};
