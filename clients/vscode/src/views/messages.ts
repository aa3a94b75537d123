// What the extension and its webview say to one another. Both sides import only this.

import type { MemoryToShow } from './chosen-value.js';

/** A view of the webview that can be brought to the front. */
export type WebviewTab = 'memory' | 'map' | 'disassembly' | 'objects' | 'timeline' | 'view';

export type ToWebview =
  /** The session that is looked at now; none when all are over. */
  | { readonly kind: 'session'; readonly id: string | undefined }
  /** The frame that the user looks at. */
  | { readonly kind: 'frame'; readonly threadId: number; readonly frameId: number }
  | { readonly kind: 'show'; readonly tab: WebviewTab }
  | { readonly kind: 'draw'; readonly expression: string; readonly title: string }
  | { readonly kind: 'history'; readonly expression: string; readonly title: string }
  /** The object that a value is: among others, or why it is alive. */
  | { readonly kind: 'object'; readonly expression: string; readonly question: 'graph' | 'why' }
  | ({ readonly kind: 'memory' } & MemoryToShow)
  /** One message of the protocol, on a line that the webview has opened. */
  | { readonly kind: 'dap'; readonly line: number; readonly text: string }
  | { readonly kind: 'closed'; readonly line: number; readonly reason?: string };

export type FromWebview =
  /** It listens from now on. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'open'; readonly line: number }
  | { readonly kind: 'dap'; readonly line: number; readonly text: string }
  | { readonly kind: 'close'; readonly line: number }
  /** A file for the user, who is asked where. */
  | { readonly kind: 'save'; readonly name: string; readonly bytes: Uint8Array };
