// The entry of @sonde/web for tests: the model without a page.
export { SessionModel } from './model/session-model.js';
export type { ModelSurroundings } from './model/session-model.js';
