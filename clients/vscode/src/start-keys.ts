// F5 without a launch.json where the editor would write one first: Theia asks for a debugger, opens the new file, and starts nothing.

import { startsFile } from './manifest/start-keys.js';

export interface StartKeyEditor {
  /** What the launch.json of the workspace holds. */
  readonly configurations: () => unknown;
  readonly setContext: (name: string, value: boolean) => void;
  readonly onConfigurationsChanged: (listener: () => void) => { dispose(): void };
}

/** Theia tells it to the processes that it starts, whatever name the application that is built on it has. */
export const isTheia = (env: Readonly<Record<string, string | undefined>>): boolean =>
  env['THEIA_PARENT_PID'] !== undefined;

/** Whether a launch.json has something to start. */
export const hasConfigurations = (written: unknown): boolean => Array.isArray(written) && written.length > 0;

/** Keeps the condition of our keys true while no configuration is written down; with one, the editor's own key starts that. */
export function watchStartKeys(
  env: Readonly<Record<string, string | undefined>>,
  editor: StartKeyEditor,
): readonly { dispose(): void }[] {
  if (!isTheia(env)) return [];
  const tell = (): void => {
    editor.setContext(startsFile, !hasConfigurations(editor.configurations()));
  };
  tell();
  return [editor.onConfigurationsChanged(tell)];
}
