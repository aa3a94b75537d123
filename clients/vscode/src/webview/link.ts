// The webview's end of the line to the extension: what is asked of it, and connections to adapters.
import type { Transport } from '@sonde/dap';
import { messageLineTransport, type MessageLine } from '@sonde/dap/browser';
import type { FromWebview, ToWebview } from '../views/messages.js';

interface EditorApi {
  postMessage(message: FromWebview): void;
}

declare function acquireVsCodeApi(): EditorApi;

type Listener = Parameters<MessageLine['listen']>[0];

/** What is no part of a connection. */
export type Wish = Exclude<ToWebview, { readonly kind: 'dap' | 'closed' }>;

export class Link {
  readonly #editor = acquireVsCodeApi();
  readonly #lines = new Map<number, Listener>();
  #count = 0;

  /** Called once; from then on the extension speaks. */
  listen(wish: (wish: Wish) => void): void {
    addEventListener('message', ({ data }: MessageEvent<ToWebview>) => {
      if (data.kind === 'dap') this.#lines.get(data.line)?.text(data.text);
      else if (data.kind === 'closed') this.#closed(data.line, data.reason);
      else wish(data);
    });
    this.#editor.postMessage({ kind: 'ready' });
  }

  /** To an adapter of its own. */
  connect(): Transport {
    const line = ++this.#count;
    this.#editor.postMessage({ kind: 'open', line });
    return messageLineTransport('webview', {
      post: text => this.#editor.postMessage({ kind: 'dap', line, text }),
      listen: listener => this.#lines.set(line, listener),
      close: () => {
        this.#lines.delete(line);
        this.#editor.postMessage({ kind: 'close', line });
      },
    });
  }

  /** Gives a file to the user. */
  save(name: string, bytes: Uint8Array): void {
    this.#editor.postMessage({ kind: 'save', name, bytes });
  }

  #closed(line: number, reason: string | undefined): void {
    const listener = this.#lines.get(line);
    this.#lines.delete(line);
    listener?.closed(reason === undefined || reason === '' ? undefined : new Error(reason));
  }
}
