// What a panel knows of where it is shown, for every component.
import type { SessionModel } from '@sonde/client';
import { createContext, useContext } from 'react';

export interface PanelSurroundings {
  readonly model: SessionModel;
  /** `read-only`: nothing may be changed, and nothing that would change it is offered. */
  readonly rights: 'full' | 'read-only';
  /** Gives a file to the user; absent where there is no way to. */
  save?(name: string, bytes: Uint8Array<ArrayBuffer>): void;
}

export const PanelContext = createContext<PanelSurroundings | undefined>(undefined);

export function usePanel(): PanelSurroundings {
  const surroundings = useContext(PanelContext);
  if (surroundings === undefined) throw new Error('there is no session around this component');
  return surroundings;
}

export const useModel = (): SessionModel => usePanel().model;
