import { expect, it } from 'vitest';
import { commandNamed } from './palette.js';

const named = (name: string, hasOperand = false): string => {
  const found = commandNamed(name, hasOperand);
  return typeof found === 'string' ? found : found.name;
};

it('finds a command by its name, its key, or the beginning of its name', () => {
  expect(named('next')).toBe('next');
  expect(named('b')).toBe('breakpoint');
  expect(named('dele')).toBe('delete-all');
  expect(named('ba')).toBe('“ba” could be back, back-into, back-out.');
  expect(named('nonsense')).toBe('There is no command “nonsense”. ? lists them.');
});

it('an operand means a command that takes one, whatever key another has', () => {
  expect(named('b', true)).toBe('break');
  expect(named('p', true)).toBe('print');
  expect(named('w', true)).toBe('watch');
  expect(named('next', true)).toBe('“next” takes nothing behind it.');
  expect(named('nonsense', true)).toBe('There is no command “nonsense”. ? lists them.');
});
