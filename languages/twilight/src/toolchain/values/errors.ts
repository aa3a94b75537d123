// Why a transaction failed, as people read it.

/** An error that a contract declares: its name and values as text, a NUL, and the values as ABI words. */
const declared = /^(\w+\(.*\))\0(?:[0-9a-f]{2})*$/s;

/** A declared error is its name and values; control characters, which a terminal would obey, are written out. */
export const failureText = (message: string): string =>
  withoutControls(declared.exec(message)?.[1] ?? message);

/** Texts of contracts are others': what would drive a terminal is spelled out. */
export const withoutControls = (text: string): string =>
  text.replaceAll(/[^\P{Cc}\t\n]/gu, control => `\\x${control.charCodeAt(0).toString(16).padStart(2, '0')}`);
