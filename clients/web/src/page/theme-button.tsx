// Switches between light and dark.
import type { ReactNode } from 'react';
import { IconButton } from '../ui/icon-button.js';
import { useStore } from '../ui/use-store.js';
import { switchTheme, theme } from './theme.js';

export function ThemeButton(): ReactNode {
  const now = useStore(theme);
  return (
    <IconButton
      shape="theme"
      label={now === 'dark' ? 'Light colours' : 'Dark colours'}
      onClick={switchTheme}
    />
  );
}
