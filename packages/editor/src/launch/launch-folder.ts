// Which folder of a workspace a launch belongs to, and in which order its folders are searched for programs. Pure functions.

import { isEmptyConfiguration, type LaunchConfiguration } from './launch-configuration.js';

/**
 * The folder whose settings count. Without a launch.json an editor hands over any folder, often its first: the folder of the
 * file that is shown is meant. A configuration of a launch.json belongs to the folder that has it.
 */
export const launchFolder = <Folder>(
  given: LaunchConfiguration,
  handedOver: Folder | undefined,
  ofShownFile: Folder | undefined,
): Folder | undefined =>
  isEmptyConfiguration(given) ? (ofShownFile ?? handedOver) : (handedOver ?? ofShownFile);

/** All that `search` finds in the folders, those of the first folder first. */
export async function programsIn<Folder>(
  first: Folder | undefined,
  folders: readonly Folder[],
  search: (folder: Folder) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const ordered = new Set([...(first === undefined ? [] : [first]), ...folders]);
  return [...new Set((await Promise.all([...ordered].map(search))).flat())];
}
