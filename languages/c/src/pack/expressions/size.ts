// `size_t` of the machines that LLDB debugs here, which counts elements and bytes in the libraries.

import { lp64, sizeType } from '@sonde/c-expressions';

export const size = sizeType(lp64);
