// The entry of @sonde/editor/testing: what tests of extensions need, without an editor.

export {};
