import type { Language, ToolReport } from '@sonde/language';
import { describe, expect, it } from 'vitest';
import { idle } from '../../test/idle-language.js';
import { MissingTools } from './missing-tools.js';

const needing = (tools: () => Promise<readonly ToolReport[]>): Language => ({ ...idle, tools });
const found = { tool: 'a', purpose: 'does it', found: { path: '/a', version: '1' } };

describe('what a language lacks', () => {
  it('is nothing where it needs nothing, or all is there', async () => {
    expect(await new MissingTools().of(idle)).toBeUndefined();
    expect(await new MissingTools().of(needing(() => Promise.resolve([found])))).toBeUndefined();
  });

  it('is told with what to do', async () => {
    const language = needing(() =>
      Promise.resolve([
        found,
        { tool: 'b', purpose: 'compiles it', install: 'get b' },
        { tool: 'c', purpose: 'runs it', problem: 'c was not found. Set C to its path.' },
      ]),
    );
    expect(await new MissingTools().of(language)).toBe(
      'b is missing, which compiles it; install it with `get b`. c was not found. Set C to its path.',
    );
  });

  it('is asked once, also when several want to know', async () => {
    let asked = 0;
    const language = needing(() => {
      asked++;
      return Promise.resolve([]);
    });
    const missing = new MissingTools();
    await Promise.all([missing.of(language), missing.of(language)]);
    await missing.of(language);
    expect(asked).toBe(1);
  });

  it('may be unknown, which is said', async () => {
    const language = needing(() => Promise.reject(new Error('no luck')));
    expect(await new MissingTools().of(language)).toBe(
      'Whether its tools are there could not be found out: no luck',
    );
  });
});
