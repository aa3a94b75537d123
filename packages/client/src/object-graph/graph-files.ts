// Parts of the object graph as files for others: a whole snapshot as JSON, what is drawn as DOT.
import type { SessionModel } from '../session-model.js';
import { askGraph } from './graph-requests.js';
import type { KnownSnapshot } from './heap-snapshots.js';
import type { Neighbourhood } from './neighbourhood.js';

export interface GraphFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** `shop.xy:40` of a snapshot becomes `shop.xy-40.json`. */
const fileOf = ({ name, snapshot }: KnownSnapshot, extension: string, text: string): GraphFile => ({
  name: `${name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[-.]+/, '') || `snapshot-${snapshot}`}.${extension}`,
  bytes: new TextEncoder().encode(text),
});

/** As `sonde heap --export` writes it and `sonde heap` opens it. */
export async function snapshotFile(model: SessionModel, snapshot: KnownSnapshot): Promise<GraphFile> {
  const { json } = await askGraph(model, 'json', { snapshot: snapshot.snapshot });
  return fileOf(snapshot, 'json', json);
}

/** The objects that are drawn, with what they hold of one another. */
export async function drawnFile(
  model: SessionModel,
  snapshot: KnownSnapshot,
  { focus, nodes, isFocusGone }: Neighbourhood,
): Promise<GraphFile> {
  // Of an object that is not there any more only the surroundings can be written.
  const ids = [...nodes.keys()].filter(id => id !== focus || isFocusGone !== true);
  const id = ids.includes(focus) ? focus : ids[0];
  const { dot } = await askGraph(model, 'dot', { snapshot: snapshot.snapshot, id, ids });
  return fileOf(snapshot, 'dot', dot);
}
