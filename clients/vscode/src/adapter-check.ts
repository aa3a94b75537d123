// Checks the adapter of a session before it starts: VS Code shows what fails later as a mistake in launch.json.
import type * as vscode from 'vscode';

export interface AdapterCheck {
  /** Fails where the session would have no adapter. */
  readonly find: (configuration: vscode.DebugConfiguration) => Promise<unknown>;
  readonly report: (error: unknown) => void;
}

export const checkAdapter = ({ find, report }: AdapterCheck): vscode.DebugConfigurationProvider => ({
  async resolveDebugConfigurationWithSubstitutedVariables(_folder, configuration) {
    try {
      await find(configuration);
      return configuration;
    } catch (error) {
      report(error);
      // Makes VS Code do nothing more.
      return undefined;
    }
  },
});
