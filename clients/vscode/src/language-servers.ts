// Starts the language servers that languages bring, each with the first document of its language, and ends them all.

import { reportFailure } from '@sonde/editor';
import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node.js';
import { sondeCommand, type AdapterSurroundings } from './adapter.js';
import type { ExtensionLanguage } from './languages.js';
import { startsLanguageServers } from './settings.js';
import { clipboard, messages, terminal } from './vscode-ui.js';

export class LanguageServers implements vscode.Disposable {
  readonly #around: AdapterSurroundings;
  readonly #clients = new Map<string, Promise<LanguageClient | undefined>>();
  readonly #opened: vscode.Disposable;

  constructor(around: AdapterSurroundings) {
    this.#around = around;
    this.#opened = vscode.workspace.onDidOpenTextDocument(document => this.#serve(document));
    this.#serveAll();
  }

  #serveAll(): void {
    for (const document of vscode.workspace.textDocuments) this.#serve(document);
  }

  #serve({ languageId }: vscode.TextDocument): void {
    const language = this.#around.languages.find(
      each => each.languageServer !== undefined && each.languageIds.includes(languageId),
    );
    if (language === undefined || this.#clients.has(language.id) || !startsLanguageServers()) return;
    this.#clients.set(language.id, this.#start(language));
  }

  async #start(language: ExtensionLanguage): Promise<LanguageClient | undefined> {
    try {
      // Not at the top: most people never need it.
      const { LanguageClient: Client } = await import('vscode-languageclient/node.js');
      const { command, args, env } = await sondeCommand(this.#around);
      const client = new Client(
        `sonde.${language.id}`,
        `${language.name} language server`,
        {
          command,
          args: [...args, ...language.languageServer!],
          options: { env: { ...process.env, ...env } },
        },
        { documentSelector: language.languageIds.map(id => ({ scheme: 'file', language: id })) },
      );
      await client.start();
      return client;
    } catch (error) {
      void reportFailure(error, { messages, clipboard, terminal }, 'warning');
      return undefined;
    }
  }

  async restart(): Promise<void> {
    await this.#stop();
    this.#serveAll();
  }

  async #stop(): Promise<void> {
    const clients = [...this.#clients.values()];
    this.#clients.clear();
    await Promise.all(clients.map(async client => (await client)?.dispose()));
  }

  /** VS Code waits for it when the extension ends. */
  async end(): Promise<void> {
    this.#opened.dispose();
    await this.#stop();
  }

  dispose(): void {
    void this.end();
  }
}
