// What the page asks over HTTP: where to begin, folders, sources, sessions. All of it only looks.

import type { AdapterEnvironment, Rights } from '@sonde/session';
import type { RegistryOptions } from '../../registry/sessions.js';
import { Refused } from '../refused.js';
import { exampleFolders } from './examples.js';
import { FileReach } from './file-reach.js';
import { folderListing } from './folder-listing.js';
import { SessionList } from './session-list.js';
import { sourceText } from './source-text.js';
import { StartPage, type StartOptions } from './start.js';

export interface ApiOptions extends StartOptions {
  readonly registry?: RegistryOptions;
}

export interface Api {
  answer(path: string, query: URLSearchParams, rights: Rights): Promise<object>;
}

type Answerer = (query: URLSearchParams, rights: Rights) => Promise<object>;

type ApiPath = '/api/start' | '/api/folder' | '/api/source' | '/api/sessions';

export const apiPaths: readonly ApiPath[] = ['/api/start', '/api/folder', '/api/source', '/api/sessions'];

/** Fails when the folder is not there. */
export async function openApi(
  options: ApiOptions,
  { languages, sessions, log }: Pick<AdapterEnvironment, 'languages' | 'sessions' | 'log'>,
): Promise<Api> {
  const reach = await FileReach.of(options.folder, exampleFolders(languages));
  const start = new StartPage(languages, options);
  const list = new SessionList(sessions, options.registry, log);
  const pathIn = (query: URLSearchParams): string => query.get('path') ?? '';
  const answerers: Readonly<Record<ApiPath, Answerer>> = {
    '/api/start': (_query, rights) => start.answer(rights),
    '/api/folder': query => folderListing(reach, languages, pathIn(query)),
    '/api/source': query => sourceText(reach, pathIn(query)),
    '/api/sessions': () => list.answer(),
  };
  return {
    answer: async (path, query, rights) => {
      if (!isApiPath(path)) throw new Refused(404, 'there is nothing at this path.');
      return answerers[path](query, rights);
    },
  };
}

const isApiPath = (path: string): path is ApiPath => apiPaths.some(known => known === path);
