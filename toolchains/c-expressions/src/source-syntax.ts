// What a page needs to colour C source.

import type { SourceSyntax } from '@sonde/language';

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

export const sourceSyntax: SourceSyntax & Required<Pick<SourceSyntax, 'types'>> = {
  keywords: words(`
    alignas alignof asm auto break case const constexpr continue default do else enum extern for goto if inline register
    restrict return sizeof static static_assert struct switch thread_local typedef typeof union volatile while
    _Alignas _Alignof _Atomic _Generic _Noreturn _Static_assert _Thread_local`),
  types: words(`
    bool char char8_t char16_t char32_t double float int long short signed unsigned void wchar_t
    int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t intptr_t uintptr_t size_t ssize_t ptrdiff_t
    _Bool _Complex _BitInt`),
  constants: words('true false nullptr NULL'),
  strings: ['"', "'"],
  escapes: true,
};
