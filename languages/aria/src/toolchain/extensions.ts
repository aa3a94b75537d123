// What files with Aria programs are called.

export const ariaExtensions: readonly string[] = ['.aria'];
