import { readModule } from '@sonde/llvm-ir';
import { describe, expect, it } from 'vitest';
import { SourceText } from '@sonde/native-compiler';
import { checkSource } from '../checker/check.js';
import { generate, type GenerateOptions } from './generator.js';

const plainOptions: GenerateOptions = {
  source: new Uint8Array(),
  release: false,
  debugInfo: true,
  machine: 'x86-64',
  dwarfVersion: 5,
};

function moduleOf(source: string, options: Partial<GenerateOptions> = {}): string {
  const { program, diagnostics } = checkSource(
    new SourceText({ name: 'a.aria', path: '/src/a.aria' }, source),
  );
  if (program === undefined) throw new Error(JSON.stringify(diagnostics));
  return generate(program, { ...plainOptions, ...options }).module(new Map());
}

const body = (text: string, name: string): string =>
  new RegExp(`^define [^\\n]*@"?${name.replace('.', '\\.')}"?\\([\\s\\S]*?^}`, 'm').exec(text)![0];

describe('generated code', () => {
  it('is the same for the same program', () => {
    const source = 'func:main = int32() { println(`&{1}`); pass(0); };';
    expect(moduleOf(source)).toBe(moduleOf(source));
  });

  it('gives C nothing to confuse with its own: functions and globals have names of their own', () => {
    const text = moduleOf(
      'int32:open = 1; func:write = int32() { pass(open); }; func:main = int32() { pass(write()); };',
    );
    expect(text).toContain('@aria.open = internal global i32');
    expect(text).toContain('define internal i64 @aria.write()');
    expect(text).not.toMatch(/@(open|write)\b/);
  });

  it('tells the debugger the names that the program has', () => {
    const text = moduleOf(
      'const P = struct { x: int32, func:get = int32(self) { pass(self.x); }; }; func:main = void() { };',
    );
    expect(text).toMatch(/DISubprogram\(name: "P.get"/);
    expect(text).not.toContain('linkageName');
    expect(text).toContain('producer: "Sonde ariac"');
    expect(text).toMatch(/DIFile\(filename: "a.aria", directory: "\/src", checksumkind: CSK_MD5/);
  });

  it('has a debugger’s block for every scope, and for what is behind a declaration', () => {
    const text = moduleOf(
      'func:main = void() { int32:a = 1; { int32:b = 2; { int32:c = 3; } } if (a == 1) { a = 2; } };',
    );
    expect(text.match(/DILexicalBlock\(/g)).toHaveLength(4 + 3);
    expect(text.match(/DILocalVariable\(/g)).toHaveLength(3);
  });

  it('writes a defer once, however many ways lead out of its block', () => {
    const ways = Array.from({ length: 20 }, (_, index) => `if (n == ${index}) { pass(${index}); }`);
    const text = moduleOf(`func:f = int32(int32:n) {
      defer { string:said = "once"; println(said); }
      ${ways.join('\n')}
      for i in 1..3 { defer println("twice"); if ((int32)i == n) { break; } if ((int32)i < n) { continue; } fail(1); }
      pass(0);
    };
    func:main = void() { };`);
    expect(body(text, 'aria.f').match(/@__aria_write_line/g)).toHaveLength(2);
    expect(text.match(/DILocalVariable\(name: "said"/g)).toHaveLength(1);
  });

  it('knows of gc pointers only where there are any', () => {
    const text = moduleOf(
      'const N = struct { v: int32 }; func:f = int32(int32:a) { pass(a); }; func:main = void() { gc N:n = N{ v: 1 }; n.v++; };',
    );
    expect(body(text, 'aria.f')).not.toContain('__aria_gc_roots');
    expect(body(text, 'main')).toContain('__aria_gc_roots');
  });

  it('has checks of wild memory, and scopes of variables that are lent, in debug builds only', () => {
    const source =
      'func:main = void() { wild int32:x = 1; x = 2; aria.free(x); { int32:y; wild int32@:p = @y; p[0] = 1; } };';
    const debug = moduleOf(source);
    expect(debug.match(/call i64 @__aria_scope_enter/g)).toHaveLength(1);
    expect(debug).toContain('call void @__aria_wild_check');
    const release = moduleOf(source, { release: true });
    expect(release).not.toMatch(/__aria_scope|__aria_wild_check/);
    expect(release).toContain('@__aria_wild_alloc_plain');
  });

  it('passes large values by memory, not as one value', () => {
    const text = moduleOf(
      'func:f = int64[1000](int64[1000]:a) { pass(a); }; func:main = void() { int64[1000]:a; a = f(a); };',
    );
    expect(text).not.toMatch(/(load|store) \[1000 x i64\]/);
  });

  it('has no debug information when none is wanted', () => {
    const text = moduleOf('int32:x = 1; func:main = void() { defer println("a"); for i in 1..3 { x++; } };', {
      debugInfo: false,
    });
    expect(text).not.toMatch(/!dbg|DICompileUnit|#dbg_/);
  });

  it('is understood whole by the reader of LLVM IR', () => {
    const text = moduleOf('func:main = int32() { int32:a = 1; while (a < 5) { a *= 2; } pass(a); };');
    expect(readModule(text).unknown).toEqual([]);
  });
});
