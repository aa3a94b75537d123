// State that belongs to a session's model and outlives the panel that shows it: tabs come and go.
import type { SessionModel } from './session-model.js';

/** Made when first asked for, and the same from then on. */
export function perModel<State>(make: (model: SessionModel) => State): (model: SessionModel) => State {
  const states = new WeakMap<SessionModel, { readonly state: State }>();
  return model => {
    const known = states.get(model) ?? { state: make(model) };
    states.set(model, known);
    return known.state;
  };
}
