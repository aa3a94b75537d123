// The entry of @sonde/heap: the contract of a heap source, the graph, and what can be asked about it.

export * from './contract/problem.js';
export * from './contract/source.js';
export * from './contract/vocabulary.js';
export { HeapAnalysis } from './analysis/analysis.js';
export type { DiffOptions, GroupChange } from './analysis/diff.js';
export { groupings, labelOfGrouping, type Group, type Grouping } from './analysis/groups.js';
export * from './analysis/queries.js';
export { bytesText, counted } from './analysis/amounts.js';
export type { EdgeSieve } from './analysis/sifted-edges.js';
export type { EdgeView, NodeView, Page, PathView } from './analysis/views.js';
export { dotOf, neighbourhood, partOfPaths } from './formats/dot.js';
export { graphFromJson, jsonOf } from './formats/json.js';
export {
  devToolsRules,
  memlabRules,
  readV8Snapshot,
  type V8Reading,
  type V8Rules,
} from './formats/v8/reader.js';
export { HeapBuilder } from './graph/builder.js';
export { graphFromSource, readSource } from './graph/from-source.js';
export { HeapGraph } from './graph/graph.js';
export * from './text/why-text.js';
