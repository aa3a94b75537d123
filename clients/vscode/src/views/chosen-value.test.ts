import { describe, expect, it } from 'vitest';
import { memoryToShow, valueToDraw, type AskForExpression } from './chosen-value.js';

const answering =
  (answer?: string): AskForExpression =>
  () =>
    Promise.resolve(answer);
const silent: AskForExpression = () => Promise.reject(new Error('asked'));
/** What menus of Theia hand over. */
const mouse = { x: 92, y: 559 };

describe('a value to draw', () => {
  it('is the one whose menu was opened', async () => {
    const variable = { name: 'next', evaluateName: 'list.next' };
    expect(await valueToDraw({ variable }, silent)).toEqual({ expression: 'list.next', title: 'next' });
    await expect(valueToDraw({ variable: { name: 'it' } }, silent)).rejects.toThrow(
      'it has no expression by which it could be drawn.',
    );
  });

  it('is asked for where none is handed over', async () => {
    for (const given of [undefined, null, mouse])
      expect(await valueToDraw(given, answering(' list.next '))).toEqual({
        expression: 'list.next',
        title: 'list.next',
      });
    expect(await valueToDraw(mouse, answering(undefined))).toBeUndefined();
    expect(await valueToDraw(mouse, answering(' '))).toBeUndefined();
  });
});

describe('memory to show', () => {
  it('is where the value lies whose menu was opened', async () => {
    const variable = { name: 'list', memoryReference: '0x20' };
    expect(await memoryToShow({ variable }, silent)).toEqual({ reference: '0x20', title: 'list' });
    await expect(memoryToShow({ variable: { name: 'n' } }, silent)).rejects.toThrow('n is not in memory.');
  });

  it('is that of the expression that the user is asked for', async () => {
    const expected = { expression: 'list', title: 'list' };
    for (const given of [undefined, mouse])
      expect(await memoryToShow(given, answering('list'))).toEqual(expected);
    expect(await memoryToShow(undefined, answering(undefined))).toBeUndefined();
  });
});
