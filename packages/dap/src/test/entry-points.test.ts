// What the entries promise: types under their DAP names, and no Node in what a browser loads.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type {
  Breakpoint,
  Capabilities,
  EventBody,
  RequestArguments,
  ResponseBody,
  Source,
  StackFrame,
  Variable,
} from '../dap.js';

describe('the types', () => {
  it('follow from the schemas, read-only, with open and closed enumerations', () => {
    expectTypeOf<ResponseBody<'variables'>>().toEqualTypeOf<{ readonly variables: readonly Variable[] }>();
    expectTypeOf<RequestArguments<'pause'>>().toEqualTypeOf<{ readonly threadId: number }>();
    expectTypeOf<Breakpoint['reason']>().toEqualTypeOf<'pending' | 'failed' | undefined>();
    expectTypeOf<'my own reason'>().toExtend<EventBody<'stopped'>['reason']>();
    expectTypeOf<ResponseBody<'initialize'>>().toEqualTypeOf<Capabilities | undefined>();
    expectTypeOf<StackFrame['line']>().toEqualTypeOf<number>();
    expectTypeOf<NonNullable<Source['sources']>[number]['path']>().toEqualTypeOf<string | undefined>();
    expectTypeOf<{ program: string; noDebug: true }>().toExtend<RequestArguments<'launch'>>();
    expectTypeOf<{ noDebug: 'yes' }>().not.toExtend<RequestArguments<'launch'>>();
    expectTypeOf<undefined>().toExtend<ResponseBody<'next'>>();
  });
});

describe('the common and the browser entry', () => {
  const dist = join(import.meta.dirname, '..');

  /** Everything the file imports, through all files of this package. */
  function importsOf(file: string, seen = new Set<string>()): ReadonlySet<string> {
    const found = new Set<string>();
    if (seen.has(file)) return found;
    seen.add(file);
    for (const [, target = ''] of readFileSync(file, 'utf8').matchAll(/\bfrom '([^']+)'/g)) {
      if (!target.startsWith('.')) found.add(target);
      else for (const inner of importsOf(join(dirname(file), target), seen)) found.add(inner);
    }
    return found;
  }

  it('import nothing but the schema library', () => {
    const allowed = ['@sinclair/typebox', '@sinclair/typebox/value'];
    expect([...importsOf(join(dist, 'dap.js'))].sort()).toEqual(allowed);
    expect(
      [...importsOf(join(dist, 'browser', 'browser.js'))].filter(name => !allowed.includes(name)),
    ).toEqual([]);
    expect([...importsOf(join(dist, 'node', 'node.js'))]).toContain('ws');
  });
});
