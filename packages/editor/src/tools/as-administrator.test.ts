import { expect, it } from 'vitest';
import { asAdministrator } from './as-administrator.js';

it('asks for the password of those who may not install, and of nobody else', () => {
  expect(asAdministrator('apt-get install -y saw', 1000)).toBe('sudo apt-get install -y saw');
  expect(asAdministrator('apt-get install -y saw', 0)).toBe('apt-get install -y saw');
  expect(asAdministrator('npm install saw', 1000)).toBe('npm install saw');
});
