// Puts the page's state around components: those of the page, and the panels that editors show too.
import { PanelContext } from '@sonde/panels';
import type { ReactNode } from 'react';
import { PageContext } from './page-context.js';
import type { PageState } from './page-state.js';

interface PageProviderProps {
  readonly page: PageState;
  readonly children: ReactNode;
}

export const PageProvider = ({ page, children }: PageProviderProps): ReactNode => (
  <PageContext value={page}>
    <PanelContext value={page}>{children}</PanelContext>
  </PageContext>
);
