// A client of the language server, on the protocol library that editors use.

import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import {
  CompletionRequest,
  createProtocolConnection,
  DefinitionRequest,
  DidChangeTextDocumentNotification,
  DidOpenTextDocumentNotification,
  DocumentSymbolRequest,
  ExitNotification,
  HoverRequest,
  InitializedNotification,
  InitializeRequest,
  PublishDiagnosticsNotification,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
  type CompletionItem,
  type DocumentSymbol,
  type InitializeResult,
  type Location,
  type Position,
  type PublishDiagnosticsParams,
  type ProtocolConnection,
} from 'vscode-languageserver/node.js';

const host = fileURLToPath(new URL('./language-server-host.js', import.meta.url));

export const startServer = (): ChildProcessWithoutNullStreams => spawn(process.execPath, [host]);

/** How it ended: exit status, or the signal. */
export const endOf = async (server: ChildProcessWithoutNullStreams): Promise<number | string | null> => {
  const [code, signal] = (
    server.exitCode !== null || server.signalCode !== null
      ? [server.exitCode, server.signalCode]
      : await once(server, 'exit')
  ) as [number | null, string | null];
  return code ?? signal;
};

export class LanguageClient {
  readonly #heard: PublishDiagnosticsParams[] = [];
  #listener: (() => void) | undefined;

  private constructor(
    readonly server: ChildProcessWithoutNullStreams,
    private readonly connection: ProtocolConnection,
    readonly initialized: InitializeResult,
  ) {}

  static async start(server = startServer()): Promise<LanguageClient> {
    const connection = createProtocolConnection(
      new StreamMessageReader(server.stdout),
      new StreamMessageWriter(server.stdin),
    );
    connection.listen();
    const initialized = await connection.sendRequest(InitializeRequest.type, {
      processId: process.pid,
      rootUri: null,
      capabilities: {},
    });
    const client = new LanguageClient(server, connection, initialized);
    connection.onNotification(PublishDiagnosticsNotification.type, told => {
      client.#heard.push(told);
      client.#listener?.();
    });
    await connection.sendNotification(InitializedNotification.type, {});
    return client;
  }

  /** Opens a text and waits for what is wrong with it: `line:character message`, both from 0. */
  async open(name: string, text: string): Promise<readonly string[]> {
    await this.connection.sendNotification(DidOpenTextDocumentNotification.type, {
      textDocument: { uri: uriOf(name), languageId: 'osprey', version: 1, text },
    });
    return this.#problems(name, 1);
  }

  async change(name: string, version: number, text: string): Promise<readonly string[]> {
    await this.connection.sendNotification(DidChangeTextDocumentNotification.type, {
      textDocument: { uri: uriOf(name), version },
      contentChanges: [{ text }],
    });
    return this.#problems(name, version);
  }

  async #problems(name: string, version: number): Promise<readonly string[]> {
    for (;;) {
      const told = this.#heard.find(entry => entry.uri === uriOf(name) && entry.version === version);
      if (told !== undefined)
        return told.diagnostics.map(
          ({ range, message }) => `${range.start.line}:${range.start.character} ${message}`,
        );
      await new Promise<void>(resolve => (this.#listener = resolve));
    }
  }

  async hover(name: string, position: Position): Promise<string | undefined> {
    const found = await this.connection.sendRequest(HoverRequest.type, at(name, position));
    const contents = found?.contents;
    return contents !== undefined && typeof contents === 'object' && 'value' in contents
      ? contents.value.replace(/^```osprey\n([^]*?)\n```/, '$1')
      : undefined;
  }

  async definition(name: string, position: Position): Promise<Location | null> {
    return (await this.connection.sendRequest(DefinitionRequest.type, at(name, position))) as Location | null;
  }

  async symbols(name: string): Promise<readonly DocumentSymbol[]> {
    const found = await this.connection.sendRequest(DocumentSymbolRequest.type, {
      textDocument: { uri: uriOf(name) },
    });
    return (found ?? []) as DocumentSymbol[];
  }

  async completions(name: string, position: Position): Promise<readonly CompletionItem[]> {
    const found = await this.connection.sendRequest(CompletionRequest.type, at(name, position));
    return Array.isArray(found) ? found : (found?.items ?? []);
  }

  request(method: string, params: unknown): Promise<unknown> {
    return this.connection.sendRequest(method, params);
  }

  /** As an editor leaves. */
  async leave(): Promise<number | string | null> {
    await this.connection.sendRequest(ShutdownRequest.type);
    await this.connection.sendNotification(ExitNotification.type);
    const ended = await endOf(this.server);
    this.connection.dispose();
    return ended;
  }
}

export const uriOf = (name: string): string => `file:///somewhere/${encodeURIComponent(name)}`;

const at = (name: string, position: Position) => ({ textDocument: { uri: uriOf(name) }, position });

/** Where the nth occurrence of a word is, in UTF-16 units as JavaScript counts them. */
export function placeOf(text: string, word: string, nth = 0): Position {
  let offset = text.indexOf(word);
  for (let skipped = 0; skipped < nth; skipped++) offset = text.indexOf(word, offset + 1);
  if (offset < 0) throw new Error(`no ${word} in the text`);
  const before = text.slice(0, offset).split('\n');
  return { line: before.length - 1, character: before.at(-1)!.length };
}
