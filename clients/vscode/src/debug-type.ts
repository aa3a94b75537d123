// The one debug type of all languages.

export const debugType = 'sonde';
