// The file that is shown, also where it is no text: a program that a build made has a tab, and no text editor.

import * as vscode from 'vscode';

/** Editors that take extensions of VS Code may have no group while nothing is open. */
const groups: { readonly activeTabGroup?: vscode.TabGroup } = vscode.window.tabGroups;

export const shownFile = (): vscode.Uri | undefined =>
  vscode.window.activeTextEditor?.document.uri ?? uriOf(groups.activeTabGroup?.activeTab?.input);

/** Of the kinds of tabs, those of views and terminals have none. */
const uriOf = (input: unknown): vscode.Uri | undefined =>
  typeof input === 'object' && input !== null && 'uri' in input && input.uri instanceof vscode.Uri
    ? input.uri
    : undefined;
