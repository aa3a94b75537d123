// osprey lsp: the Language Server Protocol on standard input and output.

import { realpathSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Span } from '@sonde/front-end';
import {
  createConnection,
  StreamMessageWriter,
  TextDocumentSyncKind,
  TextDocuments,
  type InitializeResult,
} from 'vscode-languageserver/node.js';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { analyse, useAt, type Analysis } from './analysis.js';
import { BoundedReader } from './bounded-reader.js';
import { completionsAt } from './completion.js';
import { definitionOf } from './definition.js';
import { diagnosticsOf } from './diagnostics.js';
import { hoverAt } from './hover.js';
import { outlineOf } from './outline.js';
import { rangeOf } from './positions.js';

/** A pause in typing, after which what is wrong is told. Requests never wait for it. */
const pauseMs = 120;

const capabilities: InitializeResult['capabilities'] = {
  // Said, because it is what all columns here are: see [DEBUGGER-SOURCE-MAP].
  positionEncoding: 'utf-16',
  textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
  hoverProvider: true,
  documentSymbolProvider: true,
  definitionProvider: true,
  completionProvider: { triggerCharacters: ['.'] },
};

/** Runs until the client leaves; gives the exit status that the protocol asks for. */
export function serveLanguage(
  input: NodeJS.ReadStream = process.stdin,
  output: NodeJS.WriteStream = process.stdout,
): Promise<number> {
  return new Promise(resolve => {
    let asked = false;
    const end = (): void => resolve(asked ? 0 : 1);
    const reader = new BoundedReader(input, why => {
      process.stderr.write(`osprey: the client makes no sense: ${why}\n`);
      input.destroy();
    });
    const connection = createConnection(reader, new StreamMessageWriter(output));
    reader.onClose(end);
    input.once('end', end);
    // Who closed the pipe cannot be told anything any more.
    output.on('error', end);
    const service = new LanguageService(connection);
    connection.onInitialize(() => ({ capabilities, serverInfo: { name: 'osprey' } }));
    connection.onShutdown(() => {
      asked = true;
      service.dispose();
    });
    connection.onExit(end);
    connection.listen();
  });
}

class LanguageService {
  readonly #documents = new TextDocuments(TextDocument);
  /** Of the newest version of each document. */
  readonly #analyses = new Map<string, { readonly version: number; readonly analysis: Analysis }>();
  readonly #timers = new Map<string, NodeJS.Timeout>();

  constructor(private readonly connection: ReturnType<typeof createConnection>) {
    const documents = this.#documents;
    documents.onDidOpen(({ document }) => this.#tell(document));
    documents.onDidChangeContent(({ document }) => this.#tellSoon(document));
    documents.onDidClose(({ document: { uri } }) => this.#forget(uri));
    connection.onHover(({ textDocument, position }) =>
      this.#at(textDocument.uri, document => hoverAt(this.#analysis(document), document.offsetAt(position))),
    );
    connection.onDocumentSymbol(({ textDocument }) =>
      this.#at(textDocument.uri, document => outlineOf(this.#analysis(document))),
    );
    connection.onDefinition(({ textDocument, position }) =>
      this.#at(textDocument.uri, document => {
        const analysis = this.#analysis(document);
        const use = useAt(analysis, document.offsetAt(position));
        const place = use && definitionOf(analysis, use.meaning);
        return place && { uri: uriOf(analysis, place, document.uri), range: rangeOf(place) };
      }),
    );
    connection.onCompletion(({ textDocument, position }) =>
      this.#at(textDocument.uri, document =>
        completionsAt(nameOf(document.uri), document.getText(), document.offsetAt(position)),
      ),
    );
    documents.listen(connection);
  }

  dispose(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }

  /** Nothing for a document that is not open. */
  #at<T>(uri: string, answer: (document: TextDocument) => T | undefined): T | null {
    const document = this.#documents.get(uri);
    return (document && answer(document)) ?? null;
  }

  #analysis(document: TextDocument): Analysis {
    const known = this.#analyses.get(document.uri);
    if (known?.version === document.version) return known.analysis;
    const open = this.#documents.all().flatMap(other => {
      const path = pathOf(other.uri);
      return path === undefined ? [] : [[path, other.getText()] as const];
    });
    const analysis = analyse(nameOf(document.uri), document.getText(), pathOf(document.uri), new Map(open));
    this.#analyses.set(document.uri, { version: document.version, analysis });
    return analysis;
  }

  #tell(document: TextDocument): void {
    const { uri, version } = document;
    clearTimeout(this.#timers.get(uri));
    this.#timers.delete(uri);
    const diagnostics = diagnosticsOf(this.#analysis(document));
    void this.connection.sendDiagnostics({ uri, version, diagnostics });
  }

  #tellSoon(document: TextDocument): void {
    if (this.#analyses.get(document.uri)?.version === document.version) return;
    // Files of a project know each other.
    this.#analyses.clear();
    clearTimeout(this.#timers.get(document.uri));
    this.#timers.set(
      document.uri,
      setTimeout(() => this.#tell(document), pauseMs),
    );
  }

  #forget(uri: string): void {
    clearTimeout(this.#timers.get(uri));
    this.#timers.delete(uri);
    this.#analyses.delete(uri);
    void this.connection.sendDiagnostics({ uri, diagnostics: [] });
  }
}

/** Undefined for a text that is no file. */
function pathOf(uri: string): string | undefined {
  try {
    return uri.startsWith('file:') ? realpathSync(fileURLToPath(uri)) : undefined;
  } catch {
    return undefined;
  }
}

/** Of the file that a place is in. */
function uriOf({ others }: Analysis, place: Span, own: string): string {
  const path = others.find(text => text.holds(place))?.source.path;
  return path === undefined ? own : pathToFileURL(path).href;
}

/** The last part of an address, by which the flavor is known; what is no address is a name already. */
function nameOf(uri: string): string {
  try {
    return basename(decodeURIComponent(new URL(uri).pathname));
  } catch {
    return basename(uri);
  }
}
