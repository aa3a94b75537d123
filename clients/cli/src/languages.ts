// The one list of installed languages.

import type { Language } from '@sonde/language';
import { aria } from '@sonde/language-aria';
import { c } from '@sonde/language-c';
import { hsx } from '@sonde/language-hsx';
import { mini } from '@sonde/language-mini';
import { ng } from '@sonde/language-ng';
import { osprey } from '@sonde/language-osprey';
import { remote } from '@sonde/language-remote';
import { twilight } from '@sonde/language-twilight';
import { wasm } from '@sonde/language-wasm';

export const languages: readonly Language[] = [mini, c, ng, aria, hsx, osprey, twilight, wasm, remote];
