import { newBreakpointId } from './breakpoint-table.js';
import type { BreakpointSpec, Engine, Resolution } from '@sonde/engine';
import type { Language } from '@sonde/language';
import { describe, expect, it } from 'vitest';
import { changeSensible } from './condition-syntax.js';

const language = {
  name: 'Test',
  exceptionFilters: [{ id: 'x' }],
  expressions: {
    syntaxProblem: (text: string) => (text.endsWith('&&') ? 'something is missing' : undefined),
  },
} as unknown as Language;

/** Remembers what it was asked to set. */
function recording() {
  const asked: BreakpointSpec[] = [];
  const engine = {
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
