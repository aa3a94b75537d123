// What a page needs to colour C and C++ source.

import { sourceSyntax } from '@sonde/c-expressions';
import type { SourceSyntax } from '@sonde/language';

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

export const syntax: SourceSyntax = {
  ...sourceSyntax,
  keywords: [
    ...sourceSyntax.keywords,
    ...words(`
      catch class concept const_cast consteval constinit co_await co_return co_yield decltype delete dynamic_cast
      explicit export final friend mutable namespace new noexcept operator override private protected public
      reinterpret_cast requires static_cast template this throw try typeid typename using virtual`),
  ],
};
