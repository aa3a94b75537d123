// The entry of @sonde/editor: what an extension needs to find its tools, complete launches, save, build and report.

export * from './editor-failure.js';
export * from './launch/launch-configuration.js';
