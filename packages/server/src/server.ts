// The entry of @sonde/server: sessions on stdio, sockets and HTTP, and the register of all sessions of a user.

export { newToken, type AccessToken } from './access-token.js';
export type { ConnectionLimits } from './adapter-set.js';
export { endOnSignals, type EndingSignal } from './end-on-signals.js';
export { serveHttp, type HttpOptions, type HttpServer } from './http/serve-http.js';
export { listen, type ListenAddress, type ListenAt, type Listener } from './listen.js';
export { register } from './registry/register.js';
export { openRuntimeFolder, runtimeFolderPath } from './registry/runtime-folder.js';
export {
  connectSession,
  findSession,
  listSessions,
  type Listing,
  type RegisteredSession,
  type RegistryOptions,
} from './registry/sessions.js';
export { serveStdio, type StdioOptions } from './stdio.js';
