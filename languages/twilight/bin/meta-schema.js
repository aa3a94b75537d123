#!/usr/bin/env node
// Writes the schema of `.meta` into the documentation.
import { writeFileSync } from 'node:fs';
import { metaSchema } from '../dist/toolchain/meta/schema.js';

const place = new URL('../../../docs/schemas/twilight-meta.schema.json', import.meta.url);
writeFileSync(place, `${JSON.stringify(metaSchema, undefined, 2)}\n`);
