// What a terminal needs in its environment to run our executable as Node: inside an editor on Electron it is Electron's.

export const electronAsNode = 'ELECTRON_RUN_AS_NODE';

export const nodeEnvironment: Readonly<Record<string, string>> =
  process.versions['electron'] === undefined ? {} : { [electronAsNode]: '1' };
