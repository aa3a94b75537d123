// The entry of @sonde/server: sessions on stdio, sockets and HTTP, and the register of all sessions of a user.

export { newToken, type AccessToken } from './access-token.js';
export type { ConnectionLimits } from './adapter-set.js';
export { endOnSignals, type EndingSignal } from './end-on-signals.js';
export { lookLine, type Example } from './http/api/examples.js';
export type { FolderAnswer, FolderEntry } from './http/api/folder-listing.js';
export type { SessionAnswer, SessionsAnswer } from './http/api/session-list.js';
export type { SourceAnswer } from './http/api/source-text.js';
export type { LanguageAnswer, OpenProgram, StartAnswer } from './http/api/start.js';
export { serveHttp, type HttpOptions, type HttpServer } from './http/serve-http.js';
export { readSite, type Site } from './http/site.js';
export { listen, type ListenAddress, type ListenAt, type Listener } from './listen.js';
export { register } from './registry/register.js';
export { openRuntimeFolder, runtimeFolderPath } from './registry/runtime-folder.js';
export {
  connectSession,
  findSession,
  listSessions,
  sessionElsewhere,
  type Listing,
  type RegisteredSession,
  type RegistryOptions,
} from './registry/sessions.js';
export { serveStdio, type StdioOptions } from './stdio.js';
