// Light or dark: as the system says, until the user says otherwise.
import { Store } from '../model/store.js';

export type Theme = 'light' | 'dark';

const key = 'sonde-theme';
const system = matchMedia('(prefers-color-scheme: dark)');

const chosen = (): Theme | undefined => {
  const value = localStorage.getItem(key);
  return value === 'light' || value === 'dark' ? value : undefined;
};

export const theme = new Store<Theme>(chosen() ?? (system.matches ? 'dark' : 'light'));

const apply = (): void => document.documentElement.setAttribute('data-theme', theme.get());

export function followTheme(): void {
  apply();
  theme.subscribe(apply);
  system.addEventListener('change', ({ matches }) => {
    if (chosen() === undefined) theme.set(matches ? 'dark' : 'light');
  });
}

export function switchTheme(): void {
  theme.set(theme.get() === 'dark' ? 'light' : 'dark');
  localStorage.setItem(key, theme.get());
}
