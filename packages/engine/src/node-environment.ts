// What a terminal needs in its environment to run our executable as Node: inside an editor on Electron it is Electron's.

export const nodeEnvironment: Readonly<Record<string, string>> =
  process.versions['electron'] === undefined ? {} : { ELECTRON_RUN_AS_NODE: '1' };
