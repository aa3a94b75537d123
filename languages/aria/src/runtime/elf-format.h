// The part of the ELF format that loading one object file takes. (macOS has no <elf.h>.)

#ifndef ARIA_ELF_FORMAT_H
#define ARIA_ELF_FORMAT_H

#include <stdbool.h>
#include <stdint.h>

enum { elf_class_64 = 2, elf_little_endian = 1 };
enum { elf_relocatable = 1, elf_executable = 2 };
enum { elf_x86_64 = 62, elf_aarch64 = 183 };
enum { elf_section_null = 0, elf_section_symbols = 2, elf_section_strings = 3, elf_section_rela = 4,
       elf_section_nobits = 8, elf_section_rel = 9 };
enum { elf_writable = 1, elf_allocated = 2, elf_thread_local = 0x400, elf_compressed = 0x800 };
enum { elf_undefined = 0, elf_first_reserved = 0xff00, elf_absolute = 0xfff1 };
enum { elf_weak = 2 };

typedef struct elf_header {
  uint8_t magic[4], class, data, rest[10];
  uint16_t type, machine;
  uint32_t version;
  uint64_t entry, segments, sections;
  uint32_t flags;
  uint16_t header_size, segment_size, segment_count, section_size, section_count, section_names;
} elf_header;

typedef struct elf_section {
  uint32_t name, type;
  uint64_t flags, address, offset, size;
  uint32_t link, info;
  uint64_t alignment, entry_size;
} elf_section;

typedef struct elf_symbol {
  uint32_t name;
  uint8_t info, other; // binding in the upper half of `info`
  uint16_t section;
  uint64_t value, size;
} elf_symbol;

typedef struct elf_rela {
  uint64_t offset;
  uint32_t type, symbol; // `info` of the format, little-endian
  int64_t addend;
} elf_rela;

// ---- elf-relocate.c: pure arithmetic, for both machines on either

typedef enum elf_target {
  elf_target_none,    // nothing to do
  elf_target_symbol,  // the symbol's own address
  elf_target_branch,  // a branch: may go by way of a stub
  elf_target_slot,    // the address of a word that holds the symbol's address
  elf_target_unknown, // not supported
} elf_target;

elf_target aria_elf_target(uint16_t machine, uint32_t type);
/** How many bytes the relocation changes. */
uint64_t aria_elf_width(uint16_t machine, uint32_t type);
/** Puts `value` (target + addend) where `place` is; `address` is the place at run time. False: out of reach. */
bool aria_elf_apply(uint16_t machine, uint32_t type, uint8_t *place, uint64_t value, uint64_t address);
enum { aria_elf_stub_size = 16 };
/** A jump to anywhere. */
void aria_elf_stub(uint16_t machine, uint8_t stub[aria_elf_stub_size], uint64_t target);

// ---- elf-check.c

/** Why a file cannot be loaded by looking at its tables; NULL when every offset in them stays inside. */
const char *aria_elf_problem(const uint8_t *image, uint64_t size, uint16_t machine);

// ---- jit-symbols.c

/** NULL when nobody knows the name. */
void *aria_jit_resolve(const char *name);

#endif
