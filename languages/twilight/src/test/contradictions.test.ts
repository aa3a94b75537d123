// Where the specifications contradict themselves: one test for each decision. README has the table.

import { describe, expect, it } from 'vitest';
import {
  checked,
  functionNamed,
  interpreted,
  messages,
  native,
  parsed,
  solidity,
  statements,
  told,
  withoutPlaces,
} from './sources.js';
import { ModuleBuilder } from '@sonde/wasm';
import { checkContract } from '../nova/chain/contract-code.js';
import { ValueArena } from '../pack/driver/value-arena.js';
import {
  decodeMemory,
  decodeStored,
  encodeMemory,
  encodeStored,
  typesOf,
  valueFromJson,
  valueToJson,
} from '../toolchain/toolchain.js';
import { built } from './generated/built.js';
import { toJson } from './interpreter/values.js';

describe('the specifications contradict themselves', () => {
  it('1: fields of a struct end with a comma or a semicolon', () => {
    const [commas, semicolons] = ['struct S { a: u64, b: bool }', 'struct S { a: u64; b: bool; }'].map(text =>
      parsed(text),
    );
    expect(commas!.messages).toEqual([]);
    expect(withoutPlaces(commas!.unit)).toEqual(withoutPlaces(semicolons!.unit));
  });

  it('2: let is val with a warning, let mut is var', () => {
    expect(
      told(statements('let x: u64 = 1; let mut y: u64 = x; y = 2; n = y;')).map(one =>
        one.split(' ').slice(1).join(' '),
      ),
    ).toEqual(['`let` is no word of the language', '`let` is no word of the language']);
    expect(messages(statements('let x: u64 = 1; x = 2;'))).toContain('x is a `val` and cannot be changed');
  });

  it('3: as is a checked conversion with a warning', () => {
    const text = native('pub fn f(a: u64) -> u8 { a as u8 }');
    expect(messages(text)).toEqual(['`as` converts with a check that can revert']);
    expect(functionNamed(checked(text), 'f').code.result).toMatchObject({
      result: { kind: 'convert', mode: 'checked' },
    });
  });

  it('4: where, array, vector, map, print and panic are names elsewhere', () => {
    const text = native(
      'pub fn f(array: u64, vector: u64) -> u64 { val map = array; val print = vector; val where = map; val panic = print; where + panic }',
    );
    expect(messages(text)).toEqual([]);
  });

  it('5: storage is reached with `storage.` and by its name, which locals hide', () => {
    const text = native(
      'storage { n: u64 = 1; } pub fn f() -> u64 { n = n + 1; val n: u64 = 40; storage.n + n }',
    );
    expect(messages(text)).toEqual([]);
    const contract = interpreted(text);
    contract.deploy();
    expect(toJson(contract.call('f').value)).toBe('42');
  });

  it('6: an assignment is the lowest operator and has no value; += is only in solidity', () => {
    expect(messages(statements('n = n = 1;'))).toContain('expected u64, found no value');
    expect(messages(statements('n += 1;'))).toContain('there is no += in twilight-native');
    expect(messages(solidity('uint64 n; function f() public { n += 1; }'))).toEqual([]);
  });

  it('7: the directive may end with a semicolon, and native is twilight-native', () => {
    for (const line of [
      '#![syntax = "native"]',
      '#![syntax = "twilight-native"];',
      '#![syntax="twilight-native"]',
      '',
    ])
      expect(parsed(`${line}\ncontract C { }`)).toMatchObject({
        unit: { mode: 'twilight-native' },
        messages: [],
      });
    expect(parsed('// first\n#![syntax = "solidity"];\ncontract C { }')).toMatchObject({
      unit: { mode: 'solidity' },
      messages: [],
    });
    expect(told('#![syntax = "basic"]\ncontract C { }')).toEqual(['1:13 there is no syntax mode "basic"']);
    expect(messages('contract C { }\n#![syntax = "solidity"]')).toContain(
      'the syntax directive must be the first thing in the file',
    );
  });

  it('8: uint is u256 and int is i256 everywhere', () => {
    const program = checked(
      solidity('uint a; int b; function f(uint c) public returns (int) { uint d = c; a = d; return b; }'),
    );
    expect(program.contracts[0]!.storage.map(({ type }) => type.name)).toEqual(['u256', 'i256']);
    const { parameters, result, locals } = functionNamed(program, 'f');
    expect([parameters[0]!.type.name, result.name, locals[1]!.type.name]).toEqual(['u256', 'i256', 'u256']);
  });

  it('9: memory and calldata are dropped, references into storage are refused', () => {
    expect(
      messages(
        solidity(
          'function f(string calldata a) public returns (string memory) { string memory b = a.clone(); return b; }',
        ),
      ),
    ).toEqual([]);
    expect(messages(solidity('uint64[] a; function f() public { uint64[] storage b = a; }'))).toContain(
      'there are no references into storage',
    );
  });

  it('10: pub storage has a getter in both modes', () => {
    for (const text of [native('storage { pub n: u64; m: u64; }'), solidity('uint64 public n; uint64 m;')])
      expect(checked(text).contracts[0]!.functions.map(({ name, role }) => [name, role])).toEqual([
        ['init', 'init'],
        ['n', 'getter'],
      ]);
  });

  it('11: the compiler says which entries are payable', () => {
    const program = checked(
      native('#[payable] pub fn a() -> u128 { ctx.value() } pub fn b() -> u128 { ctx.value() }'),
    );
    expect(['a', 'b'].map(name => functionNamed(program, name).payable)).toEqual([true, false]);
  });

  it('12: a contract imports what the host interface names, and a node takes no other names', () => {
    const text = native(
      'storage { n: u64; } event E(n: u64); pub fn f() { n = env.block_number(); require(n > 0, "x"); emit E(n); print("{}", n); }',
    );
    const { wasm } = built(text);
    const imports = checkContract(wasm).imports.map(({ module, name }) => `${module}.${name}`);
    expect(imports).toEqual(
      expect.arrayContaining([
        'nova_env_v1.get_block_number',
        'nova_contract_v1.revert',
        'nova_contract_v1.emit_event',
        'nova_debug_v1.print',
      ]),
    );
    for (const other of ['env_get_block_number', 'contract_emit_event', 'debug_print']) {
      const module = new ModuleBuilder('other');
      module.importFunction('nova_env_v1', other, { params: [], results: ['i64'] });
      expect(() => checkContract(module.build().bytes), other).toThrow(new RegExp(other));
    }
  });

  it('13: the allocator is in the module: none is imported, one is exported', () => {
    const text = native('pub fn f() -> string { "a".concat("b") }');
    const { imports, exports } = checkContract(built(text).wasm);
    expect(imports.filter(({ name }) => /alloc|memory/.test(name))).toEqual([]);
    expect(exports.map(({ name }) => name)).toEqual(expect.arrayContaining(['__nova_alloc', '__hp']));
  });

  it('14: contracts cannot call each other', () => {
    expect(messages(solidity('function f(address a) public { a.call(""); }'))).toContain(
      '.call cannot be converted to Twilight',
    );
  });

  it('15: domains are of self, without the address of the contract', () => {
    const program = checked(native('storage { n: u64; } pub fn f() { n = 1; }'));
    expect(functionNamed(program, 'f').effects.writes).toEqual([{ variable: 'n', key: undefined }]);
  });

  it('16: an entry of a map that holds an empty value is there', () => {
    const text = native(
      'storage { m: map<u64, string>; } pub fn f() -> bool { m.insert(1, ""); m.contains(1) && !m.contains(2) }',
    );
    expect(messages(text)).toEqual([]);
    expect(toJson(interpreted(text).call('f').value)).toBe(true);
  });
  it('17: node and adapter decode with one codec, what the node calls and what it keeps alike', () => {
    const { meta } = built(native('struct P { a: u64, b: string } storage { p: P; } pub fn f() {}'));
    const types = typesOf(meta);
    const type = meta.debug_info!.variable_info.storage['p']!.type;
    const value = valueFromJson(types, type, { a: '7', b: 'x' });
    expect(
      valueToJson(decodeStored(types, type, encodeStored(types, type, value, 'variable'), 'variable')),
    ).toEqual(valueToJson(value));
    const arena = new ValueArena();
    const at = arena.allocate(64);
    arena.write(at, encodeMemory(types, type, value, arena));
    expect(decodeMemory(types, type, arena.read, at)).toEqual(value);
  });
});
