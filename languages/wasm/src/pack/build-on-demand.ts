// Readers and the compiler, loaded with the first build: commands that build nothing start without them.

import type { Language } from '@sonde/language';

export const build: Language['build'] = async request => (await import('./build.js')).build(request);
