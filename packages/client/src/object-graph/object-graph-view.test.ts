// The object graph as a client shows it: snapshots, refusals, quick clicks, and a program that goes on.
import type { EdgeView, NodeView } from '@sonde/heap';
import { ResponseFailure } from '@sonde/dap';
import { describe, expect, it } from 'vitest';
import type { SessionModel } from '../session-model.js';
import { modelFor, ScriptedAdapter, until } from '../test/scripted-adapter.js';
import { chosenGroups } from './chosen-groups.js';
import { drawnFile, snapshotFile, type GraphFile } from './graph-files.js';
import { objectGraphOf, type ObjectGraphView } from './object-graph-view.js';

const node = (id: number): NodeView => ({
  id,
  type: `T${id}`,
  kind: 'record',
  size: 8,
  retained: 100 - id,
  provenance: 'gc',
  validity: 'live',
  references: 3,
  retainers: 0,
});

const overview = { nodes: 10, edges: 9, size: 80 };

interface Scene {
  readonly adapter: ScriptedAdapter;
  readonly model: SessionModel;
  readonly view: ObjectGraphView;
}

/** Stopped in a program whose object N holds 10 N + 1, + 2 and + 3. */
async function stopped(answers: Readonly<ScriptedAdapter['answers']> = {}): Promise<Scene> {
  const adapter = new ScriptedAdapter();
  let taken = 0;
  const named = (name: string, answer: ScriptedAdapter['answers'][string]): void =>
    void (adapter.answers[`sonde/objectGraph/${name}`] = answer);
  named('status', () => ({ available: true, snapshots: [] }));
  named('snapshot', ({ arguments: { name } }) => ({ snapshot: ++taken, name: name ?? '', run: 1, overview }));
  named('find', () => ({ id: 1 }));
  named('node', asked => node(Number(asked.arguments['id'])));
  named('retainers', () => ({ total: 0, start: 0, items: [] }));
  named('references', ({ arguments: { id, start = 0, count = 100 } }) => {
    const items = [1, 2, 3].map((nth): EdgeView => ({
      kind: 'index',
      name: nth,
      node: node(Number(id) * 10 + nth),
    }));
    return { total: 3, start, items: items.slice(Number(start), Number(start) + Number(count)) };
  });
  for (const [name, answer] of Object.entries(answers)) named(name, answer);
  const model = modelFor(adapter);
  const view = objectGraphOf(model);
  const started = model.start({ kind: 'launch', program: '/p' });
  await adapter.until('launch', 1);
  adapter.stop('breakpoint');
  await started;
  await until(model.phase, ({ kind }) => kind === 'stopped');
  return { adapter, model, view };
}

const ids = (view: ObjectGraphView): readonly number[] =>
  [...(view.graph.get()?.nodes.keys() ?? [])].toSorted((a, b) => a - b);

describe('the object graph of a session', () => {
  it('leads from a value to its object, with one snapshot for each stop', async () => {
    const { adapter, view } = await stopped();
    await view.showValue({ expression: 'x' }, 'graph');
    expect(view.page.get()).toBe('graph');
    expect(ids(view).slice(0, 4)).toEqual([1, 11, 12, 13]);
    expect(adapter.of('sonde/objectGraph/references')[0]).toMatchObject({
      snapshot: 1,
      id: 1,
      order: 'size',
    });
    await view.showValue({ expression: 'y' }, 'graph');
    expect(adapter.of('sonde/objectGraph/snapshot')).toHaveLength(1);
    await view.showNode(11);
    expect(view.graph.get()?.focus).toBe(11);
    await view.back();
    expect(view.graph.get()?.focus).toBe(1);
  });

  it('counts both of two quick clicks', async () => {
    const { view } = await stopped();
    await view.showNode(1);
    expect(view.problem.get()).toContain('take one first');
    await view.snapshots.take();
    await view.setFilter({ most: 1, type: '', kinds: [] });
    await view.showNode(1);
    const before = ids(view).length;
    await Promise.all([view.expand(1, 'references'), view.expand(1, 'references')]);
    expect(ids(view)).toEqual(expect.arrayContaining([11, 12, 13]));
    expect(ids(view).length).toBeGreaterThan(before);
  });

  it('reads the same part again at the next stop, and says what is new and gone', async () => {
    let born = 0;
    const { adapter, model, view } = await stopped({
      references: ({ arguments: { id } }) => ({
        total: id === 1 ? 2 : 0,
        start: 0,
        items: id === 1 ? [field(11), field(12 + born)] : [],
      }),
    });
    await view.showValue({ expression: 'x' }, 'graph');
    expect(ids(view)).toEqual([1, 11, 12]);
    const shown = view.snapshots.shown.get()!;
    expect(view.snapshots.isOld(shown)).toBe(false);
    born = 1;
    adapter.stop('breakpoint');
    await until(model.phase, () => view.snapshots.isOld(shown));
    await view.refresh();
    expect(ids(view)).toEqual([1, 11, 13]);
    expect(view.refreshed.get()).toEqual({ added: new Set([13]), gone: 1 });
    expect(adapter.of('sonde/objectGraph/snapshot')).toHaveLength(2);
  });

  it('keeps what is still there in place where the object in the middle is gone, and shows it whole again', async () => {
    let isThere = true;
    const { adapter, model, view } = await stopped({
      node: ({ arguments: { id } }) => {
        if (!isThere && (id === 1 || id === 12))
          throw ResponseFailure.of({ id: 1103, format: `there is no object @${String(id)} in this heap.` });
        return { ...node(Number(id)), size: isThere ? 8 : 16 };
      },
      references: ({ arguments: { id } }) =>
        id === 1 ? { total: 2, start: 0, items: [field(11), field(12)] } : { total: 0, start: 0, items: [] },
      keyPaths: () => ({ paths: [], complete: true }),
    });
    await view.showValue({ expression: 'x' }, 'graph');
    const begun = view.begun.get();
    const next = async (): Promise<void> => {
      adapter.stop('step');
      const shown = view.snapshots.shown.get()!;
      await until(model.phase, () => view.snapshots.isOld(shown));
      await view.refresh();
    };
    isThere = false;
    await next();
    expect(view.graph.get()).toMatchObject({ focus: 1, isFocusGone: true });
    expect(ids(view)).toEqual([1, 11]);
    expect(view.graph.get()?.nodes.get(11)?.size).toBe(16);
    expect(view.refreshed.get()).toEqual({ added: new Set(), gone: 1 });
    expect([view.begun.get(), view.problem.get()]).toEqual([begun, undefined]);
    isThere = true;
    await next();
    expect(view.graph.get()?.isFocusGone).toBeUndefined();
    expect(ids(view)).toEqual([1, 11, 12]);
    expect(view.begun.get()).toBe(begun);

    await view.showWhy(1);
    isThere = false;
    await next();
    expect(view.why.get()).toBeUndefined();
    expect(view.problem.get()).toContain('there is no object @1');
  });

  it('says what the session says where objects cannot be read', async () => {
    const refuse = (): never => {
      throw new Error('objects are bytes here');
    };
    const { view } = await stopped({
      status: () => ({ available: false, why: 'objects are bytes here', snapshots: [] }),
      find: refuse,
      snapshot: refuse,
    });
    await until(view.snapshots.availability, ({ kind }) => kind === 'unavailable');
    expect(view.snapshots.availability.get()).toMatchObject({ why: 'objects are bytes here' });
    await view.showValue({ expression: 'x' }, 'why');
    expect(view.problem.get()).toContain('objects are bytes here');
    await view.snapshots.take();
    expect(view.snapshots.problem.get()).toContain('objects are bytes here');
    expect(view.snapshots.taking.get()).toBeUndefined();
  });

  it('gives up a snapshot that is cancelled, and takes the next', async () => {
    let first = true;
    const { adapter, view } = await stopped({
      snapshot: () => {
        if (!first) return { snapshot: 2, name: '', run: 1, overview };
        first = false;
        return new Promise(() => undefined);
      },
    });
    const taking = view.snapshots.take();
    await adapter.until('sonde/objectGraph/snapshot', 1);
    view.snapshots.cancel();
    expect(await taking).toBeUndefined();
    expect(view.snapshots.problem.get()).toBe('The snapshot was cancelled.');
    expect((await view.snapshots.take())?.snapshot).toBe(2);
    expect(view.snapshots.problem.get()).toBeUndefined();
  });

  it('makes room by releasing what nobody asked for by name, and forgets all with the session', async () => {
    const { adapter, model, view } = await stopped();
    await view.showValue({ expression: 'x' }, 'graph');
    for (let nth = 0; nth < 8; nth++) await view.snapshots.take();
    expect(adapter.of('sonde/objectGraph/release')).toEqual([{ snapshot: 1 }]);
    expect(view.snapshots.list.get()).toHaveLength(8);
    await model.leave();
    expect(view.snapshots.list.get()).toEqual([]);
    expect(view.graph.get()).toBeUndefined();
  });

  it('makes groups of watched expressions and pinned objects, and says which expressions are none', async () => {
    const { adapter, model, view } = await stopped({
      find: ({ arguments: { expression } }) => {
        if (expression === 'n') throw new Error('this value is no object');
        return { id: expression === 'other' ? 12 : 11 };
      },
      groups: ({ arguments: { selections } }) => {
        const items = (selections as { name: string; ids: number[] }[]).map(selection => ({
          name: selection.name,
          count: selection.ids.length,
        }));
        return { total: items.length, start: 0, items };
      },
    });
    await view.showValue({ expression: 'x' }, 'graph');
    for (const expression of ['one', 'n', 'same', 'other']) await model.watches.add(expression);
    const { groups, others } = await chosenGroups(model, 1, [11, 12]);
    expect(groups.map(({ name, ids, count }) => [name, ids, count])).toEqual([
      ['one, same', [11], 1],
      ['other', [12], 1],
      ['pinned objects', [11, 12], 2],
    ]);
    expect(others).toEqual([
      { name: 'n', why: expect.stringContaining('this value is no object') as string },
    ]);
    expect(adapter.of('sonde/objectGraph/groups')[0]).toMatchObject({ snapshot: 1, by: 'selection' });
  });

  it('makes files of a snapshot and of what is drawn', async () => {
    const { adapter, model, view } = await stopped({
      json: () => ({ json: '{}' }),
      dot: () => ({ dot: 'digraph {}' }),
    });
    await view.showValue({ expression: 'x' }, 'graph');
    const snapshot = { ...view.snapshots.shown.get()!, name: 'shop ä.xy:40' };
    const text = ({ bytes }: GraphFile): string => new TextDecoder().decode(bytes);
    const whole = await snapshotFile(model, snapshot);
    expect([whole.name, text(whole)]).toEqual(['shop-ä.xy-40.json', '{}']);
    const drawn = await drawnFile(model, snapshot, view.graph.get()!);
    expect([drawn.name, text(drawn)]).toEqual(['shop-ä.xy-40.dot', 'digraph {}']);
    await drawnFile(model, { ...snapshot, name: '../' }, { ...view.graph.get()!, isFocusGone: true });
    const [asked, gone] = adapter.of('sonde/objectGraph/dot');
    expect(asked).toMatchObject({ snapshot: 1, id: 1 });
    expect((asked!['ids'] as number[]).toSorted((one, other) => one - other)).toEqual(ids(view));
    expect(gone!['ids']).not.toContain(1);
    expect(gone!['id']).not.toBe(1);
  });

  it('offers no snapshots of a program that has ended, because nobody can answer about them', async () => {
    const { adapter, model, view } = await stopped();
    await view.showValue({ expression: 'x' }, 'graph');
    await view.snapshots.take();
    adapter.event('terminated');
    await until(model.phase, ({ kind }) => kind === 'ended');
    expect(view.snapshots.list.get()).toEqual([]);
    expect(view.snapshots.shown.get()).toBeUndefined();
    expect([view.graph.get(), view.page.get()]).toEqual([undefined, 'overview']);
  });
});

const field = (id: number): EdgeView => ({
  kind: 'field',
  name: `f${id}`,
  node: { ...node(id), references: 0 },
});
