// The page's state, for every component.
import { createContext, useContext } from 'react';
import type { PageState } from './page-state.js';

export const PageContext = createContext<PageState | undefined>(undefined);

export function usePage(): PageState {
  const page = useContext(PageContext);
  if (page === undefined) throw new Error('there is no page around this component');
  return page;
}
