// What a page needs to colour C and C++ source.

import type { SourceSyntax } from '@sonde/language';

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

export const syntax: SourceSyntax = {
  keywords: words(`
    alignas alignof asm auto break case catch class concept const const_cast consteval constexpr constinit continue
    co_await co_return co_yield decltype default delete do dynamic_cast else enum explicit export extern final for
    friend goto if inline mutable namespace new noexcept operator override private protected public register
    reinterpret_cast requires restrict return sizeof static static_assert static_cast struct switch template
    this thread_local throw try typedef typeid typename typeof union using virtual volatile while
    _Alignas _Alignof _Atomic _Generic _Noreturn _Static_assert _Thread_local`),
  types: words(`
    bool char char8_t char16_t char32_t double float int long short signed unsigned void wchar_t
    int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t intptr_t uintptr_t size_t ssize_t ptrdiff_t
    _Bool _Complex _BitInt`),
  constants: words('true false nullptr NULL'),
  strings: ['"', "'"],
  escapes: true,
};
