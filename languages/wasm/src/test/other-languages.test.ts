// Modules that were not written in C: the engine and the reader of debug information know no language.

import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { runBuiltIn } from '@sonde/built-in-clang';
import { describe, expect, it } from 'vitest';
import {
  compiled,
  dwarfOf,
  library,
  lineOf,
  moduleOf,
  Session,
  temporaryFolder,
  written,
} from './harness.js';

const int = (value: number): number[] => [...new Uint8Array(new Int32Array([value]).buffer)];

describe('C++', () => {
  const source = `
namespace shop {
struct Base { int id; };
struct Item : Base {
  int price;
  int twice(int &into) const {
    into = price * 2; // #twice
    return into;
  }
};
}
extern "C" int total(int price) {
  shop::Item item; // #item
  item.id = 4;
  item.price = price;
  int result = 0;
  return item.twice(result);
}
`;

  it('has methods by their names, base classes and references', async () => {
    const module = await compiled(source, '-x', 'c++', '-O0', '-g', ...library('total'));
    const program = written(module, { 'program.c': source });
    const session = await Session.load(program, { function: 'total', functionArgs: [21] });
    const { driver } = session;
    expect(await driver.break({ kind: 'function', name: 'twice' })).toMatchObject({ state: 'resolved' });
    await session.breakAt(join(dirname(program), 'program.c'), 'twice');
    await driver.begin();
    expect(driver.top.function).toBe('shop::Item::twice');
    const { types } = dwarfOf(moduleOf(module));
    expect([...types.values()].find(({ name }) => name === 'Item')).toMatchObject({
      kind: 'struct',
      size: 8,
      fields: [
        { isBase: true, bitOffset: 0 },
        { name: 'price', bitOffset: 32 },
      ],
    });
    expect([...types.values()].find(({ name }) => name === 'int &')).toMatchObject({ isReference: true });
    await driver.move({ kind: 'continue' });
    await driver.finish();
    expect(driver.output()).toBe('total(21) = 42\n');
  });
});

/** Without a library, which a toolchain has for the targets that were installed only. */
const rust = `
#![feature(no_core, lang_items)]
#![no_core]
#![crate_type = "lib"]
#![allow(internal_features, dead_code)]
#[lang = "pointee_sized"] pub trait PointeeSized {}
#[lang = "meta_sized"] pub trait MetaSized: PointeeSized {}
#[lang = "sized"] pub trait Sized: MetaSized {}
#[lang = "copy"] pub trait Copy {}
impl Copy for i32 {}
impl Copy for u8 {}
pub struct Pair { pub first: i32, pub second: u8 }
pub enum Shape { Circle(i32), Square { side: i32, thin: u8 }, Nothing }
#[no_mangle]
pub extern "C" fn pick(a: i32, b: u8) -> i32 {
    let pair = Pair { first: a, second: b };
    let shape = Shape::Square { side: pair.first, thin: pair.second };
    let picked = match shape { Shape::Circle(r) => r, Shape::Square { side, thin: _ } => side, Shape::Nothing => a };
    picked // #picked
}
`;

/** Undefined where no compiler makes it. */
async function rustModule(): Promise<{ readonly program: string } | undefined> {
  const folder = temporaryFolder();
  const source = join(folder, 'program.rs');
  writeFileSync(source, rust);
  const object = join(folder, 'program.o');
  const args = ['--edition=2021', '-g', '--target=wasm32-unknown-unknown', '--emit=obj', '-Cpanic=abort'];
  const made = spawnSync('rustc', [...args, '-o', object, source], {
    env: { ...process.env, RUSTC_BOOTSTRAP: '1' },
    stdio: 'ignore',
  });
  if (made.status !== 0) return undefined;
  const linked = await runBuiltIn(
    'llvm',
    ['wasm-ld', '--no-entry', '--export=pick', '/p.o', '-o', '/p.wasm'],
    new Map([['/p.o', new Uint8Array(readFileSync(object))]]),
  );
  const program = join(folder, 'program.wasm');
  writeFileSync(program, linked.file('/p.wasm')!);
  return { program };
}

describe('Rust', () => {
  it('has its functions, structures and enums', async ({ skip }) => {
    const made = await rustModule();
    if (made === undefined) {
      process.stderr.write(
        '\nTEST IS SKIPPED: there is no rustc that compiles to WebAssembly without a library\n',
      );
      return skip();
    }
    const session = await Session.load(made.program, { function: 'pick', functionArgs: [7, 9] });
    const { driver } = session;
    await driver.break({ kind: 'function', name: 'pick' });
    await driver.begin();
    expect(driver.top.function).toBe('program::pick');
    const line = rust.split('\n').findIndex(text => text.includes('#picked')) + 1;
    while (driver.line !== line) await driver.step('over');
    expect(await driver.variables()).toMatchObject({
      Arguments: { a: int(7), b: [9] },
      Locals: { pair: [...int(7), 9, 0, 0, 0], picked: int(7) },
    });
    const { types } = dwarfOf(moduleOf(new Uint8Array(readFileSync(made.program))));
    const shape = [...types.values()].find(({ name }) => name === 'Shape');
    expect(shape?.kind === 'variants' && shape.variants.map(({ field }) => field.name)).toEqual([
      'Circle',
      'Square',
      'Nothing',
    ]);
  });
});

describe('AssemblyScript', () => {
  const source = `
class Tally {
  sum: i32 = 0;
  add(by: i32): void {
    this.sum += by; // #add
  }
}
export function area(width: i32, height: i32): i32 {
  const tally = new Tally();
  for (let row = 0; row < height; row++) { // #loop
    tally.add(width);
  }
  if (tally.sum > 100) throw new Error("too large"); // #thrown
  return tally.sum;
}
`;

  /** As its projects are laid out: sources in `assembly`, modules in `build`. */
  function project(): { readonly program: string; readonly path: string } {
    const folder = temporaryFolder();
    const path = join(folder, 'assembly', 'index.ts');
    mkdirSync(dirname(path));
    writeFileSync(path, source);
    // In a process of its own: the compiler changes the globals of the one that it runs in.
    const compiler = createRequire(import.meta.url).resolve('assemblyscript/bin/asc.js');
    const options = ['--outFile', 'build/debug.wasm', '--sourceMap', '--debug', '--baseDir', folder];
    const made = spawnSync(process.execPath, [compiler, 'assembly/index.ts', ...options], {
      encoding: 'utf8',
    });
    expect(made.stderr).toBe('');
    return { program: join(folder, 'build', 'debug.wasm'), path };
  }

  it('stops at lines of its sources, in methods by their names, and where it throws', async () => {
    const { program, path } = project();
    const session = await Session.load(program, { function: 'area', functionArgs: [7, 2] });
    const { driver } = session;
    await session.breakAt(path, 'add');
    await driver.begin();
    expect([driver.top.function, driver.top.location?.source.path, driver.line]).toEqual([
      'assembly/index/Tally#add',
      path,
      lineOf(source, 'add'),
    ]);
    expect(Object.values((await driver.variables())['WebAssembly locals']!)).toContainEqual(int(7));
    await driver.step('out');
    expect([driver.top.function, driver.line]).toEqual(['assembly/index/area', lineOf(source, 'loop')]);
    await driver.continue();
    await driver.move({ kind: 'continue' });
    await driver.finish();
    expect(driver.output()).toBe('area(7, 2) = 14\n');

    const { driver: failing } = await Session.load(program, { function: 'area', functionArgs: [70, 2] });
    await failing.break({ kind: 'exception', filter: 'thrown' });
    await failing.begin();
    expect(failing.reasons).toMatchObject([
      { thrown: { name: 'Abort', message: expect.stringContaining('too large') as string } },
    ]);
    expect([failing.top.function, failing.line]).toEqual(['assembly/index/area', lineOf(source, 'thrown')]);
  });
});
