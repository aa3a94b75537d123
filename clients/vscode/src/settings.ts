// What the settings say, and only what somebody set: a default of ours must not count as a choice of the user.

import type { LaunchConfiguration, SavePolicy } from '@sonde/editor';
import * as vscode from 'vscode';
import type { ExtensionLanguage } from './languages.js';
import { commonOptions } from './manifest/settings.js';

const section = (folder?: vscode.ConfigurationScope): vscode.WorkspaceConfiguration =>
  vscode.workspace.getConfiguration('sonde', folder);

const isSet = (settings: vscode.WorkspaceConfiguration, name: string): boolean => {
  const found = settings.inspect(name);
  return [found?.globalValue, found?.workspaceValue, found?.workspaceFolderValue].some(
    value => value !== undefined,
  );
};

function chosen(
  names: readonly string[],
  prefix: string,
  folder?: vscode.ConfigurationScope,
): LaunchConfiguration {
  const settings = section(folder);
  return Object.fromEntries(
    names
      .filter(name => isSet(settings, `${prefix}${name}`))
      .map(name => [name, settings.get<unknown>(`${prefix}${name}`)] as const),
  );
}

export const commonDefaults = (folder?: vscode.ConfigurationScope): LaunchConfiguration =>
  chosen(commonOptions, '', folder);

export const languageDefaults = (
  language: ExtensionLanguage,
  folder?: vscode.ConfigurationScope,
): LaunchConfiguration => chosen(language.options, `${language.id}.`, folder);

export const profiles = (folder?: vscode.ConfigurationScope): Readonly<Record<string, LaunchConfiguration>> =>
  section(folder).get('profiles', {});

export const savePolicy = (): SavePolicy => {
  const policy = section().get<string>('saveBeforeDebugging', 'save');
  return policy === 'ask' || policy === 'reject' ? policy : 'save';
};

export const startsLanguageServers = (): boolean => section().get('languageServers', true);

export const traceFile = (): string => section().get('traceFile', '');

export interface ToolSettings {
  readonly adapterPath: string;
  readonly lldbDapPath: string;
  readonly debugOutputPath: string;
}

export const toolSettings = (): ToolSettings => {
  const text = (name: string): string => section().get<string>(name, '').trim();
  return {
    adapterPath: text('adapterPath'),
    lldbDapPath: text('lldbDapPath'),
    debugOutputPath: text('debugOutputPath'),
  };
};
