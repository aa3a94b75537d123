// The folder of what the native engine's bridge is told of Osprey. Apart from the pack, for who starts LLDB before that.

/** A Python package, shipped as it is, beside `dist`. */
export const bridge = new URL('../../src/pack/bridge/', import.meta.url);
