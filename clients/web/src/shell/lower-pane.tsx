// Below the source: console, disassembly, memory, its map, and values that are drawn.
import { SessionViews } from '@sonde/panels';
import type { ReactNode } from 'react';
import { ConsolePanel } from '../panels/console/console-panel.js';
import { ProgramInput } from '../panels/console/program-input.js';

const consoleTab = { id: 'console', label: 'Console', content: <ConsolePanel /> } as const;

export const LowerPane = (): ReactNode => (
  <div className="lower-pane">
    <SessionViews label="Below the source" first={consoleTab} hasTimeStrip />
    <ProgramInput />
  </div>
);
