// Keys that start the file that is shown in editors whose own key would first write a launch.json.

/** Set by the extension where the editor is such a one, and no configuration is written down. */
export const startsFile = 'sonde.startsFile';

/** `isSource`: the condition for a file whose F5 is ours. */
export const startKeys = (isSource: string): readonly object[] =>
  [
    { key: 'f5', command: 'sonde.debugFile' },
    { key: 'ctrl+f5', command: 'sonde.runFile' },
  ].map(each => ({ ...each, when: `${startsFile} && !inDebugMode && ${isSource}` }));
