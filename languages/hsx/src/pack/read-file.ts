// Files that need not be there.

/** Undefined where there is no such file. */
export function orAbsent<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

export const codeOf = (error: unknown): unknown => (error as { readonly code?: unknown } | undefined)?.code;
