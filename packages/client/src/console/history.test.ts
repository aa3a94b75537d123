import { describe, expect, it } from 'vitest';
import { CommandHistory, mostEntries } from './history.js';

function shelf(text: string | null = null) {
  const kept = { text };
  return { kept, read: () => kept.text, write: (now: string) => void (kept.text = now) };
}

describe('the history of the console', () => {
  it('goes back to the oldest and forth to what was typed', () => {
    const history = new CommandHistory(shelf('["a","b"]'));
    expect(history.previous('dra')).toBe('b');
    expect(history.previous('b')).toBe('a');
    expect(history.previous('a')).toBeUndefined();
    expect([history.next(), history.next(), history.next()]).toEqual(['b', 'dra', undefined]);
  });

  it('has each entry once, the newest last, and no more than it may hold', () => {
    const history = new CommandHistory(shelf());
    for (let count = 0; count < mostEntries + 5; count++) history.add(`x${count}`);
    history.add('x50');
    expect(history.entries).toHaveLength(mostEntries);
    expect(history.entries.at(-1)).toBe('x50');
    expect(history.entries.filter(entry => entry === 'x50')).toHaveLength(1);
  });

  it('outlives the page, and bears whatever it finds in the storage', () => {
    const kept = shelf();
    new CommandHistory(kept).add('total');
    expect(new CommandHistory(kept).entries).toEqual(['total']);
    expect(new CommandHistory(shelf('{"no":1}')).entries).toEqual([]);
    expect(new CommandHistory(shelf('[')).entries).toEqual([]);
    expect(new CommandHistory(shelf('["a",3]')).entries).toEqual(['a']);
  });

  it('begins at its end again when something is typed', () => {
    const history = new CommandHistory(shelf('["a","b"]'));
    history.previous('');
    history.previous('');
    history.typed();
    expect(history.previous('new')).toBe('b');
  });
});
