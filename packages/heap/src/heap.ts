// The entry of @sonde/heap: the contract of a heap source, the graph, and what can be asked about it.

export * from './contract/problem.js';
export * from './contract/source.js';
export * from './contract/vocabulary.js';
export { HeapAnalysis } from './analysis/analysis.js';
export { HeapBuilder } from './graph/builder.js';
export { HeapGraph } from './graph/graph.js';
export {
  devToolsRules,
  memlabRules,
  readV8Snapshot,
  type V8Reading,
  type V8Rules,
} from './formats/v8/reader.js';
