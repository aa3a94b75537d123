// What the model needs of the browser and of the server: connections, texts of files, storage.
import { openWebSocket } from '@sonde/dap/browser';
import type { ModelSurroundings } from '@sonde/client';
import { fetchSource, fetchStart, ServerError } from './server-api.js';

const socketAddress = (session: string | undefined): string => {
  const address = new URL('/dap', location.href);
  address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
  if (session !== undefined) address.searchParams.set('session', session);
  return address.href;
};

export const browserSurroundings: ModelSurroundings = {
  introduction: { clientID: 'sonde-web', clientName: 'Sonde in the browser' },
  connect: session => openWebSocket(socketAddress(session)),
  server: async () => {
    try {
      await fetchStart();
      return 'same';
    } catch (error) {
      // A server does not know the cookies that another one gave away.
      return error instanceof ServerError && error.status === 401 ? 'another' : 'gone';
    }
  },
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
  fileText: async path => {
    try {
      return (await fetchSource(path)).text;
    } catch (error) {
      if (!(error instanceof ServerError) || error.next === undefined) throw error;
      // What to do about it belongs to what is shown in place of the source.
      throw new Error(`${error.message} ${error.next}`, { cause: error });
    }
  },
  pause: milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds)),
};
