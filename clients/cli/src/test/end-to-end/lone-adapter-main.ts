// The smallest adapter of Sonde on stdio, for tests that start many: one language, no registry.

import { mini } from '@sonde/language-mini';
import { serveStdio } from '@sonde/server';
import { SessionDirectory } from '@sonde/session';

await serveStdio({ languages: [mini], sessions: new SessionDirectory() });
process.exit(0);
