// Switches between light and dark.
import type { ReactNode } from 'react';
import { IconButton, theme, useStore } from '@sonde/panels';
import { switchTheme } from './theme.js';

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
