// A client as the executive knows it.

export type { LineClient as Client } from '@sonde/engine-remote';
