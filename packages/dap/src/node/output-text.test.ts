import { expect, test } from 'vitest';
import { OutputText } from './output-text.js';

test('text is found whether it came before or comes later, and across pieces', async () => {
  const output = new OutputText();
  output.append('Listening on ');
  const wait = output.waitFor(/on (\d+)\n/, 5000);
  output.append('12');
  output.append('34\n');
  expect((await wait)[1]).toBe('1234');
  expect((await output.waitFor(/Listening/g, 5000))[0]).toBe('Listening');
});

test('output that ends without the text fails at once and is shown', async () => {
  const output = new OutputText();
  const wait = output.waitFor(/ready/, 5000);
  output.append('cannot bind\n');
  output.end();
  await expect(wait).rejects.toThrow('the output ended without /ready/; it ends with:\ncannot bind');
  await expect(output.waitFor(/ready/, 5000)).rejects.toThrow('the output ended');
});

test('a text that does not come in time fails', async () => {
  await expect(new OutputText().waitFor(/x/, 10)).rejects.toThrow('10 ms went by without /x/');
});

test('a flood is kept to its end', () => {
  const output = new OutputText();
  for (let count = 0; count < 40; count++) output.append('x'.repeat(64 * 1024));
  output.append('\nlast');
  expect(output.text.length).toBe(1024 * 1024);
  expect(output.tail(1)).toBe('last');
});
