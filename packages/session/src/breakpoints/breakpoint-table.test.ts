import { describe, expect, it } from 'vitest';
import { BreakpointTable, type NewBreakpoint } from './breakpoint-table.js';

const at = (line: number, extra: Partial<NewBreakpoint> = {}): NewBreakpoint => ({
  where: { kind: 'source', source: { name: 'a', path: '/a' }, line },
  ...extra,
});
const file = { kind: 'source', path: '/a' } as const;

describe('the breakpoint table', () => {
  it('replaces only what the same client has in the same file', () => {
    const table = new BreakpointTable();
    table.replace(1, file, [at(1)]);
    table.replace(2, file, [at(2)]);
    table.replace(1, { kind: 'source', path: '/b' }, [at(3)]);
    const change = table.replace(1, file, []);
    expect(change.remove).toHaveLength(1);
    expect(table.specs().map(s => (s.where.kind === 'source' ? s.where.line : 0))).toEqual([2, 3]);
  });

  it('keeps the id of an unchanged breakpoint and makes a new one for a changed condition', () => {
    const table = new BreakpointTable();
    const before = table.replace(1, file, [at(1), at(2, { condition: 'x' })]).entries.map(e => e.spec.id);
    const change = table.replace(1, file, [at(1), at(2, { condition: 'y' })]);
    expect(change.entries[0]!.spec.id).toBe(before[0]);
    expect(change.entries[1]!.spec.id).not.toBe(before[1]);
    expect(change.remove).toEqual([before[1]]);
    expect(change.set.map(s => s.condition)).toEqual(['y']);
  });

  it('tries one again that was refused, and leaves the others as they are', () => {
    const table = new BreakpointTable();
    const [refused, fine] = table.replace(1, file, [at(1), at(2)]).entries.map(e => e.spec.id);
    table.update([
      { id: refused!, state: 'failed', sites: [], message: 'no room' },
      { id: fine!, state: 'resolved', sites: [] },
    ]);
    const change = table.replace(1, file, [at(1), at(2)]);
    expect(change.set.map(s => s.where)).toEqual([at(1).where]);
    expect(change.remove).toEqual([refused]);
    expect(change.entries.map(e => e.spec.id)).toEqual([change.set[0]!.id, fine]);
    expect(table.specs()).toHaveLength(2);
  });

  it('keeps two equal breakpoints apart', () => {
    const table = new BreakpointTable();
    const ids = table.replace(1, file, [at(1), at(1)]).entries.map(e => e.spec.id);
    expect(new Set(ids).size).toBe(2);
  });

  it('reports only resolutions that changed', () => {
    const table = new BreakpointTable();
    const id = table.replace(1, file, [at(1)]).entries[0]!.spec.id;
    const resolution = {
      id,
      state: 'resolved',
      sites: [{ address: { space: 'code', offset: 4n } }],
    } as const;
    expect(table.update([resolution])).toHaveLength(1);
    expect(table.update([resolution])).toHaveLength(0);
    expect(table.unload('gone')).toHaveLength(1);
  });

  it('hands early breakpoints over under their old ids', () => {
    const early = new BreakpointTable();
    const id = early.replace(1, file, [at(1)]).entries[0]!.spec.id;
    const table = new BreakpointTable();
    table.adopt(early, where => ({ ...where, source: { path: '/built' } }) as typeof where);
    const where = table.get(id)?.spec.where;
    expect(where?.kind === 'source' && where.source.path).toBe('/built');
    // The file's breakpoints are found again under its new name.
    expect(table.replace(1, { kind: 'source', path: '/built' }, []).remove).toEqual([id]);
    table.adopt(early, where => where);
    expect(early.specs()).toEqual([]);
  });
});
