// What the model needs of the browser and of the server: connections, texts of files, storage.
import { openWebSocket } from '@sonde/dap/browser';
import type { ModelSurroundings } from '../model/session-model.js';
import { fetchSource } from './server-api.js';

const socketAddress = (session: string | undefined): string => {
  const address = new URL('/dap', location.href);
  address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
  if (session !== undefined) address.searchParams.set('session', session);
  return address.href;
};

export const browserSurroundings: ModelSurroundings = {
  connect: session => openWebSocket(socketAddress(session)),
  shelf: name => ({
    read: () => localStorage.getItem(`sonde-${name}`),
    write: text => {
      try {
        localStorage.setItem(`sonde-${name}`, text);
      } catch {
        // A full or forbidden storage costs only the memory over reloads.
      }
    },
  }),
  fileText: async path => (await fetchSource(path)).text,
  pause: milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds)),
};
