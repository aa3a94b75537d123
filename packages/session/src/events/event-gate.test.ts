import type { EngineEvent } from '@sonde/engine';
import { describe, expect, it } from 'vitest';
import { EventGate } from './event-gate.js';

const notice = (message: string): EngineEvent => ({ kind: 'notice', message, important: false });

describe('the event gate', () => {
  it('holds events back until every hold is released, and keeps their order', () => {
    const seen: string[] = [];
    const gate = new EventGate(e => seen.push(e.kind === 'notice' ? e.message : e.kind));
    gate.hold();
    gate.hold();
    gate.push(notice('a'));
    gate.release();
    gate.push(notice('b'));
    expect(seen).toEqual([]);
    gate.release();
    gate.push(notice('c'));
    expect(seen).toEqual(['a', 'b', 'c']);
  });

  it('stays shut when a delivered event leads to a new hold', () => {
    const seen: string[] = [];
    const gate: EventGate = new EventGate(e => {
      seen.push(e.kind === 'notice' ? e.message : e.kind);
      if (seen.length === 1) gate.hold();
    });
    gate.hold();
    gate.push(notice('a'));
    gate.push(notice('b'));
    gate.release();
    expect(seen).toEqual(['a']);
    gate.open();
    expect(seen).toEqual(['a', 'b']);
  });

  it('lets the program print on when held output is dropped', () => {
    let taken = 0;
    const gate = new EventGate(() => undefined);
    gate.hold();
    gate.push({ kind: 'output', stream: 'stdout', data: 'x', taken: () => taken++ });
    gate.clear();
    expect(taken).toBe(1);
  });
});
