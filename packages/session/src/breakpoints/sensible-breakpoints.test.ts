import { newBreakpointId } from './breakpoint-table.js';
import type { BreakpointSpec, Engine, EngineTraits, Resolution } from '@sonde/engine';
import type { Language } from '@sonde/language';
import { describe, expect, it } from 'vitest';
import { changeSensible } from './sensible-breakpoints.js';

const language = {
  name: 'Test',
  exceptionFilters: [{ id: 'x' }],
  expressions: {
    native: { syntaxProblem: (text: string) => (text.endsWith('&&') ? 'something is missing' : undefined) },
  },
} as unknown as Language;

/** Remembers what it was asked to set. */
function recording(breakpoints: Partial<EngineTraits['breakpoints']> = {}) {
  const asked: BreakpointSpec[] = [];
  const engine = {
    traits: { breakpoints: { function: true, exception: true, condition: true, ...breakpoints } },
    changeBreakpoints: async (set: readonly BreakpointSpec[]): Promise<readonly Resolution[]> => {
      asked.push(...set);
      return set.map(({ id }) => ({ id, state: 'resolved', sites: [] }));
    },
  } as unknown as Engine;
  return { asked, engine };
}

const onFunction = (condition: string): BreakpointSpec => ({
  id: newBreakpointId(),
  where: { kind: 'function', name: 'f' },
  condition,
});

describe('a misspelt condition', () => {
  it('is refused with the reason, and the others are set', async () => {
    const { engine, asked } = recording();
    const [bad, good] = [onFunction('a &&'), onFunction('a')];
    const found = await changeSensible(engine, language, [bad, good], []);
    expect(asked).toEqual([good]);
    expect(found.find(({ id }) => id === bad.id)).toMatchObject({
      state: 'failed',
      message: 'the condition makes no sense: something is missing',
    });
    expect(found.find(({ id }) => id === good.id)).toMatchObject({ state: 'resolved' });
  });

  it('is none of the language for an exception, whose conditions are no expressions', async () => {
    const { engine, asked } = recording();
    const spec: BreakpointSpec = {
      id: newBreakpointId(),
      where: { kind: 'exception', filter: 'x' },
      condition: '&&',
    };
    await changeSensible(engine, language, [spec], []);
    expect(asked).toEqual([spec]);
  });
});

it('a filter that the language does not have is refused with the reason', async () => {
  const { engine, asked } = recording();
  const spec: BreakpointSpec = { id: newBreakpointId(), where: { kind: 'exception', filter: 'red.x' } };
  expect(await changeSensible(engine, language, [spec], [])).toMatchObject([
    { state: 'failed', message: 'Test programs have no exception filter "red.x"' },
  ]);
  expect(asked).toEqual([]);
});

describe('a breakpoint that the engine cannot serve', () => {
  const refusal = async (
    lacking: Partial<EngineTraits['breakpoints']>,
    more: Omit<Partial<BreakpointSpec>, 'id'>,
  ): Promise<readonly [number, string | undefined]> => {
    const { engine, asked } = recording(lacking);
    const spec: BreakpointSpec = {
      id: newBreakpointId(),
      ...more,
      where: more.where ?? { kind: 'function', name: 'f' },
    };
    const [found] = await changeSensible(engine, language, [spec], []);
    return [asked.length, found?.message];
  };

  it('is refused with the reason, and never set without what it asked for', async () => {
    const none = [0, expect.stringContaining('this engine')];
    expect(await refusal({ condition: false }, { condition: 'a' })).toEqual(none);
    expect(
      await refusal({ hitCount: false }, { hitCondition: { compare: '>=', count: 2 } as never }),
    ).toEqual(none);
    expect(await refusal({ log: false }, { logMessage: 'x' })).toEqual(none);
    expect(await refusal({ function: false }, {})).toEqual(none);
    expect(await refusal({ data: ['write'] }, { where: { kind: 'data', access: 'read' } as never })).toEqual(
      none,
    );
    expect(await refusal({}, {})).toEqual([1, undefined]);
  });
});
