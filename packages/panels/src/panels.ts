// The entry of @sonde/panels: views of a session that the page and editors share.

export { frontView, type ViewName } from './front-view.js';
export { FunctionList } from './functions/function-list.js';
export { memoryTarget } from './memory/memory-target.js';
export { graphLabels, showExpressionInGraph, type GraphQuestion } from './object-graph/show-in-graph.js';
export { PanelContext, useModel, usePanel, type PanelSurroundings } from './panel-surroundings.js';
export { SessionViews } from './session-views.js';
export { shownHistory } from './time/shown-history.js';
export { TimeStrip } from './time/time-strip.js';
export { theme, type Theme } from './theme.js';
export * from './ui/confirm-dialog.js';
export * from './ui/icon.js';
export * from './ui/icon-button.js';
export * from './ui/menu.js';
export * from './ui/panel.js';
export * from './ui/row-keys.js';
export * from './ui/tab-strip.js';
export * from './ui/text-field.js';
export * from './ui/use-size.js';
export * from './ui/use-store.js';
export * from './ui/use-visible.js';
export * from './ui/use-width.js';
export * from './ui/virtual-rows.js';
export * from './ui/visible-name.js';
export { openMemory } from './values/open-memory.js';
export * from './values/shown-view.js';
export * from './values/value-actions.js';
export * from './values/value-rows.js';
