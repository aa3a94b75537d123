import { describe, expect, it } from 'vitest';
import { sessionModes } from './breakpoint-modes.js';
import { readExceptionChoice, type KnownFilter } from './exception-choice.js';
import type { Wanted } from './wanted-breakpoint.js';

const filters: readonly KnownFilter[] = [
  { id: 'thrown', label: 'All errors', supportsCondition: true },
  { id: 'signal', label: 'Crashes', supportsCondition: false },
];

const read = (given: Parameters<typeof readExceptionChoice>[0]): readonly Wanted[] =>
  readExceptionChoice(given, filters, sessionModes);

const wheres = (wanted: Wanted | undefined): unknown =>
  wanted?.kind === 'set' ? wanted.parts.map(part => part.where) : wanted;

describe('a choice of exceptions', () => {
  it('is answered in the order filters, filters with options, paths', () => {
    const wanted = read({
      filters: ['thrown'],
      filterOptions: [{ filterId: 'signal', mode: 'once' }],
      exceptionOptions: [{ breakMode: 'never' }],
    });
    expect(wanted.map(each => each.kind)).toEqual(['set', 'set', 'idle']);
    expect(wanted[1]).toMatchObject({ parts: [{ mode: 'once', temporary: true }] });
  });

  it('without a path takes every filter, as parts of one answer', () => {
    expect(wheres(read({ filters: [], exceptionOptions: [{ breakMode: 'unhandled' }] })[0])).toEqual([
      { kind: 'exception', filter: 'thrown', only: 'uncaught' },
      { kind: 'exception', filter: 'signal', only: 'uncaught' },
    ]);
  });

  it('leaves out filters and names that are negated', () => {
    const path = [
      { names: ['Crashes'], negate: true },
      { names: ['A', 'B'], negate: true },
    ];
    expect(wheres(read({ filters: [], exceptionOptions: [{ path, breakMode: 'always' }] })[0])).toEqual([
      { kind: 'exception', filter: 'thrown', names: { list: ['A', 'B'], negate: true } },
    ]);
  });

  it('takes no condition where the filter has none, and an empty one as none', () => {
    const [refused, fine] = read({
      filters: [],
      filterOptions: [
        { filterId: 'signal', condition: 'n > 1' },
        { filterId: 'signal', condition: ' ' },
      ],
    });
    expect(refused).toMatchObject({ kind: 'problem' });
    expect(fine).toMatchObject({ kind: 'set' });
  });

  it('is taken on trust before the language is known, except for paths', () => {
    const early = readExceptionChoice(
      { filters: ['whatever'], exceptionOptions: [{ breakMode: 'always' }] },
      undefined,
      sessionModes,
    );
    expect(early.map(each => each.kind)).toEqual(['set', 'problem']);
  });
});
