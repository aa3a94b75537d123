// Light or dark: whoever shows the panels decides, and drawings follow.
import { Store } from '@sonde/client';

export type Theme = 'light' | 'dark';

export const theme = new Store<Theme>('light');
