// The entry of @sonde/editor: what an extension needs to find its tools, complete launches, save, build and report.

export * from './build/build-hook.js';
export * from './build/problems.js';
export * from './documents/save-documents.js';
export * from './editor-failure.js';
export * from './editor-ui.js';
export * from './launch/launch-configuration.js';
export * from './launch/launch-folder.js';
export * from './process/run-process.js';
export * from './report-failure.js';
export * from './source/source-words.js';
export * from './tools/as-administrator.js';
export * from './tools/find-tool.js';
export * from './tools/known-tools.js';
export * from './tools/tool-host.js';
export * from './tools/tool-version.js';
