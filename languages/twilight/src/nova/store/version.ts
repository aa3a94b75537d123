// The version of the format on disk.

/** See docs/formats/nova-store.md. */
export const storeVersion = 'nova-store 1';

export const versionKey = new TextEncoder().encode('version');
