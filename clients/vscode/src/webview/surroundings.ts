// What the session's model needs of a webview: connections through the extension. It keeps nothing, the editor does.
import type { ModelSurroundings } from '@sonde/client';
import type { Link } from './link.js';

export const surroundingsOf = (link: Link): ModelSurroundings => ({
  introduction: { clientID: 'sonde-webview', clientName: 'Sonde in the editor' },
  connect: () => Promise.resolve(link.connect()),
  server: () => Promise.resolve('same'),
  shelf: () => {
    let kept: string | null = null;
    return { read: () => kept, write: text => (kept = text) };
  },
  // The editor shows sources; nothing here asks for one before there is a session.
  fileText: path => Promise.reject(new Error(`${path} is shown by the editor`)),
  pause: milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds)),
});
