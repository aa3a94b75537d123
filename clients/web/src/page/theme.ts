// Light or dark: as the system says, until the user says otherwise.
import { theme, type Theme } from '@sonde/panels';

const key = 'sonde-theme';
const system = matchMedia('(prefers-color-scheme: dark)');

const chosen = (): Theme | undefined => {
  const value = localStorage.getItem(key);
  return value === 'light' || value === 'dark' ? value : undefined;
};

const apply = (): void => document.documentElement.setAttribute('data-theme', theme.get());

export function followTheme(): void {
  theme.set(chosen() ?? (system.matches ? 'dark' : 'light'));
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
