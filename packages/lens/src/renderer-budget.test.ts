// Renderers that misbehave: whatever one of them does, its siblings and the session go on.

import { scalar, type NamedValue, type RawValue, type TypeId } from '@sonde/engine';
import { beforeEach, describe, expect, it } from 'vitest';
import { Lens, type LensOptions } from './lens-view.js';
import type { Renderer } from './renderer.js';
import { FakeReads, words } from './test/fake-reads.js';
import type { View } from './view.js';

let reads: FakeReads;
let int: TypeId;

beforeEach(() => {
  reads = new FakeReads();
  int = reads.types.add({ kind: 'integer', name: 'int', size: 4, signed: true });
});

const lens = (renderer: Renderer | readonly Renderer[], options: Partial<LensOptions> = {}): Lens =>
  new Lens({
    renderers: 'length' in renderer ? renderer : [renderer],
    types: reads.types,
    pointerSize: 8,
    littleEndian: true,
    ...options,
  });
const named = (value: number): NamedValue => ({ name: `v${value}`, value: scalar(int, BigInt(value)) });
const numberIn = (value: RawValue): number =>
  value.content.kind === 'scalar' ? Number(value.content.value) : NaN;

/** Never ends, and does something that no optimiser removes. */
function hang(): never {
  for (let turn = 0; ; turn = (turn + 1) % 1000) if (turn < 0) throw new Error('unreachable');
}

describe('a renderer that hangs', () => {
  let runs = 0;
  const hangsAt7: Renderer = {
    name: 'Sevens',
    matches: { name: 'int' },
    render: value => {
      if (numberIn(value) !== 7) return { text: `#${numberIn(value)}` };
      runs++;
      return hang();
    },
  };

  beforeEach(() => {
    runs = 0;
  });

  it('costs its 99 siblings nothing but time, and says so in its own place', async () => {
    const shown = await lens(hangsAt7).show(
      Array.from({ length: 100 }, (_, nth) => named(nth)),
      reads.reader(),
    );
    const texts = Array.from({ length: 100 }, (_, nth) =>
      nth === 7 ? '<renderer Sevens took too long>' : `#${nth}`,
    );
    expect(shown.map(value => value.text)).toEqual(texts);
    expect(shown[7]?.trouble).toBeUndefined();
  });

  it('is not run again for the same value', async () => {
    const using = lens(hangsAt7);
    await using.show([named(7)], reads.reader());
    const before = runs;
    const [shown] = await using.show([named(7)], reads.reader());
    expect(shown?.text).toBe('<renderer Sevens took too long>');
    expect(runs).toBe(before);
  });

  it('is given up after a few values', async () => {
    let calls = 0;
    const always: Renderer = {
      name: 'Always',
      matches: { kind: 'integer' },
      render: () => {
        calls++;
        return hang();
      },
    };
    const using = lens(always, { budget: { strikes: 2, rendererMs: 5 } });
    await using.show([named(1)], reads.reader());
    await using.show([named(2)], reads.reader());
    const before = calls;
    const [third] = await using.show([named(3)], reads.reader());
    expect(third?.text).toBe('<renderer Always took too long>');
    expect(calls).toBe(before);
  });

  it('costs its strikes and no more, however many values it hangs at', async () => {
    let calls = 0;
    const always: Renderer = {
      name: 'Always',
      matches: { kind: 'integer' },
      render: () => {
        calls++;
        return hang();
      },
    };
    const values = Array.from({ length: 100 }, (_, nth) => named(nth));
    const shown = await lens(always, { budget: { strikes: 1 } }).show(values, reads.reader());
    expect(new Set(shown.map(value => value.text))).toEqual(new Set(['<renderer Always took too long>']));
    // One value; more calls than one only where a busy machine made it try again.
    expect(calls).toBeLessThanOrEqual(4);
  });

  it('is stopped between its reads, too', async () => {
    const late: Renderer = {
      name: 'Late',
      matches: { name: 'int' },
      *render() {
        yield [{ read: 'memory', address: { space: '', offset: 0x1000n }, size: 4 }];
        return hang();
      },
    };
    reads.map(0x1000n, words(1));
    const [shown] = await lens(late).show([named(1)], reads.reader());
    expect(shown?.text).toBe('<renderer Late took too long>');
  });

  it('is stopped while it lists children, and remembered for it', async () => {
    let listings = 0;
    const slowChildren: Renderer = {
      name: 'Slow',
      matches: { name: 'int' },
      render: () => ({
        text: 'ok',
        children: {
          named: 1,
          indexed: 0,
          list: () => {
            listings++;
            return hang();
          },
        },
      }),
    };
    const using = lens(slowChildren);
    const [shown] = await using.show([named(1)], reads.reader());
    const first = await using.expand(shown!, {}, reads.reader());
    expect(first.map(child => child.text)).toEqual(['<renderer Slow took too long>']);
    const before = listings;
    await using.expand(shown!, {}, reads.reader());
    expect(listings).toBe(before);
  });

  it('loses only itself when it hangs while it is matched', async () => {
    const stuck: Renderer = { name: 'Stuck', matches: () => hang(), render: () => ({ text: 'never' }) };
    const good: Renderer = { name: 'Good', matches: { name: 'int' }, render: () => ({ text: 'good' }) };
    const [shown] = await lens([stuck, good]).show([named(1)], reads.reader());
    expect(shown?.text).toBe('good');
  });
});

describe('a renderer that is wrong', () => {
  const failing = (render: () => unknown): Renderer => ({
    name: 'Bad',
    matches: { name: 'int' },
    render: render as () => View,
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('no luck');
      },
      'renderer Bad failed: no luck',
    ],
    [
      'throws something odd',
      () => {
        // oxlint-disable-next-line typescript/only-throw-error -- renderers in JavaScript can.
        throw { toString: hang };
      },
      'renderer Bad failed: it threw something that is no error',
    ],
    ['returns nothing', () => undefined, 'renderer Bad failed: it returned no view'],
    ['returns a promise', () => Promise.resolve({ text: 'x' }), 'renderer Bad failed: its view has no text'],
    [
      'returns children that cannot be listed',
      () => ({ text: 'x', children: { named: 1 } }),
      'renderer Bad failed: its children cannot be listed',
    ],
  ])('%s: the value is shown by its type, with the reason', async (_, render, trouble) => {
    const [shown] = await lens(failing(render)).show([named(5)], reads.reader());
    expect(shown).toMatchObject({ text: '5', trouble });
  });

  it('yields something that is no list of reads', async () => {
    const odd = failing(function* () {
      yield 5;
      return { text: 'x' };
    });
    const [shown] = await lens(odd).show([named(5)], reads.reader());
    expect(shown).toMatchObject({
      text: '5',
      trouble: 'renderer Bad failed: it yielded something other than a list of reads',
    });
  });

  it('lists children that are none', async () => {
    const odd = failing(() => ({ text: 'x', children: { named: 1, indexed: 0, list: () => [{ name: 5 }] } }));
    const using = lens(odd);
    const [shown] = await using.show([named(5)], reads.reader());
    const children = await using.expand(shown!, {}, reads.reader());
    expect(children.map(child => child.text)).toEqual([
      '<renderer Bad failed: it listed a child without a name>',
    ]);
  });
});

describe('reads of renderers', () => {
  const reading = (render: Renderer['render']): Renderer => ({ name: 'R', matches: { name: 'int' }, render });
  const memory = (offset: bigint, size: number) =>
    ({ read: 'memory', address: { space: '', offset }, size }) as const;

  it('are answered for all siblings in one batch', async () => {
    reads.map(0x10000n, new Uint8Array(0x100000));
    const chained = reading(function* (value) {
      const base = 0x10000n + BigInt(numberIn(value)) * 0x2000n;
      const [first] = yield [memory(base, 4)];
      const [second] = yield [memory(base + 0x1000n, 4)];
      return { text: `${first?.read} ${second?.read}` };
    });
    const shown = await lens(chained).show(
      Array.from({ length: 50 }, (_, nth) => named(nth)),
      reads.reader(),
    );
    expect(new Set(shown.map(value => value.text))).toEqual(new Set(['memory memory']));
    expect(reads.calls).toEqual(['memory 50', 'memory 50']);
  });

  it('can be the texts of other values', async () => {
    const inner = reads.types.add({ kind: 'integer', name: 'i8', size: 1, signed: true });
    const ok = reading(function* () {
      const [text] = yield [{ read: 'text', value: scalar(inner, 42n) }];
      return { text: `Ok(${text?.read === 'text' ? text.text : '?'})` };
    });
    expect(await lens(ok).text(scalar(int, 1n), reads.reader())).toBe('Ok(42)');
  });

  it('end where texts contain themselves', async () => {
    const endless = reading(function* (value) {
      const [text] = yield [{ read: 'text', value }];
      return { text: `(${text?.read === 'text' ? text.text : '?'})` };
    });
    // Integers hold nothing, so they may be shown below the last level; that level asks on and on all the same.
    const node = reads.types.add({ kind: 'struct', name: 'Node', size: 4, fields: [] });
    const using = lens({ ...endless, matches: { name: 'Node' } }, { budget: { nesting: 2 } });
    expect(await using.text({ type: node, content: { kind: 'deferred' } }, reads.reader())).toBe('(((…)))');
  });

  it('are limited in number', async () => {
    const insatiable = reading(function* () {
      for (;;) yield [memory(0x1000n, 4)];
    });
    reads.map(0x1000n, words(1));
    const [shown] = await lens(insatiable, { budget: { rounds: 8 } }).show([named(1)], reads.reader());
    expect(shown).toMatchObject({
      text: '1',
      trouble: 'renderer R failed: it asked for reads more than 8 times',
    });
  });

  it('are limited in bytes', async () => {
    const greedy = reading(function* () {
      const [answer] = yield [memory(0x1000n, 1 << 30)];
      return { text: answer?.read === 'failed' ? answer.why : 'read' };
    });
    expect(await lens(greedy, { budget: { bytes: 4096 } }).text(scalar(int, 1n), reads.reader())).toBe(
      'a renderer may read 4096 bytes',
    );
    const odd = reading(function* () {
      const [answer] = yield [memory(0x1000n, -1)];
      return { text: answer?.read === 'failed' ? answer.why : 'read' };
    });
    expect(await lens(odd).text(scalar(int, 1n), reads.reader())).toBe('the size to read is no size');
  });
});

describe('a request', () => {
  const waiting: Renderer = {
    name: 'Waiting',
    matches: { name: 'int' },
    *render(value) {
      if (numberIn(value) === 1) yield [{ read: 'memory', address: { space: '', offset: 0n }, size: 4 }];
      return { text: 'shown' };
    },
  };

  it('ends at its deadline, and what is not shown by then says so', async () => {
    reads.readMemory = () => new Promise(() => undefined);
    const using = lens(waiting, { budget: { totalMs: 60 } });
    const shown = await using.show([named(0), named(1)], reads.reader(500));
    expect(shown.map(value => value.text)).toEqual(['shown', '<not shown: out of time>']);
  });

  it('is rejected when it is cancelled', async () => {
    const abort = new AbortController();
    reads.readMemory = () => {
      abort.abort();
      return new Promise(() => undefined);
    };
    const shown = lens(waiting).show([named(1)], reads.reader(500), {}, abort.signal);
    await expect(shown).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('is rejected when the program runs again', async () => {
    const reader = reads.reader();
    reads.readMemory = async () => {
      reader.expire();
      return [{ bytes: new Uint8Array(4096) }];
    };
    await expect(lens(waiting).show([named(1)], reader)).rejects.toMatchObject({ code: 'stale' });
  });
});

describe('views of renderers', () => {
  it('carry type, hint, memory and children that exist only in the view', async () => {
    const rich: Renderer = {
      name: 'Rich',
      matches: { name: /^i.t$/g },
      render: value => ({
        text: 'line\nbreak',
        type: 'Rich<int>',
        hint: { attributes: ['readOnly'] },
        memory: { space: 'heap', offset: 16n },
        children: {
          named: 2,
          indexed: 0,
          *list() {
            yield [];
            return [
              { name: '[header]', view: { text: 'magic' } },
              { name: 'same', value },
            ];
          },
        },
      }),
    };
    const using = lens(rich, { memberPath: (parent, child) => `${parent}.${child}` });
    const [shown] = await using.show([{ ...named(1), path: 'x' }], reads.reader());
    expect(shown).toMatchObject({
      text: 'line⏎break',
      type: 'Rich<int>',
      hint: { attributes: ['readOnly'] },
      memory: { space: 'heap', offset: 16n },
    });
    const children = await using.expand(shown!, {}, reads.reader());
    expect(children.map(child => [child.name, child.text, child.path, child.hint?.kind])).toEqual([
      ['[header]', 'magic', undefined, 'virtual'],
      ['same', 'line⏎break', 'x.same', undefined],
    ]);
  });

  it('are chosen by the declared type before its alias', async () => {
    const alias = reads.types.add({ kind: 'alias', name: 'Celsius', target: int });
    const plain: Renderer = { name: 'int', matches: { name: 'int' }, render: () => ({ text: 'int' }) };
    const degrees: Renderer = { name: 'deg', matches: { name: 'Celsius' }, render: () => ({ text: '°C' }) };
    const using = lens([plain, degrees]);
    expect(await using.text(scalar(alias, 1n), reads.reader())).toBe('°C');
    expect(await lens([plain]).text(scalar(alias, 1n), reads.reader())).toBe('int');
  });
});
