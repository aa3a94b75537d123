// Loads a relocatable ELF object into wildx memory and shows it to debuggers.
//
// The file is copied; relocations are applied in the copy with the addresses of the run, so that code, data, unwind
// tables and debug information agree; then the allocated sections are copied to where they run. The copy, turned into
// what looks like a linked file, is what debuggers read.

#include "private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "elf-format.h"

#if defined(__aarch64__)
static const uint16_t this_machine = elf_aarch64;
#else
static const uint16_t this_machine = elf_x86_64;
#endif

static char problem[256];

const char *__aria_jit_error(void) {
  return problem;
}

/** One object on its way into memory. */
struct load {
  uint8_t *image;
  uint64_t size;
  elf_section *sections;
  uint32_t section_count;
  elf_symbol *symbols;
  uint64_t symbol_count;
  const char *names;
  char *base;                  // where it runs
  uint64_t stubs, slots;       // offsets of one stub and one word per symbol
  uint64_t sealed, total;      // bytes that become executable; all bytes
};

static bool is_placed(const elf_section *section) {
  return section->type != elf_section_null && section->flags & elf_allocated;
}

/** Leaves in each section's address its offset from the base. */
static void lay_out(struct load *load) {
  uint64_t at = 0;
  for (int writable = 0; writable <= 1; writable++) {
    for (uint32_t i = 0; i < load->section_count; i++) {
      elf_section *section = &load->sections[i];
      if (!is_placed(section) || (section->flags & elf_writable ? 1 : 0) != writable) continue;
      at = aria_round_up(at, section->alignment == 0 ? 1 : section->alignment);
      section->address = at;
      at += section->size;
    }
    if (writable) break;
    load->stubs = aria_round_up(at, aria_elf_stub_size);
    load->slots = load->stubs + load->symbol_count * aria_elf_stub_size;
    load->sealed = aria_round_up(load->slots + load->symbol_count * sizeof(uint64_t), aria_page_size());
    at = load->sealed;
  }
  load->total = at;
}

static bool open_image(struct load *load) {
  const elf_header *header = (const elf_header *)(void *)load->image;
  load->sections = (elf_section *)(void *)(load->image + header->sections);
  load->section_count = header->section_count;
  for (uint32_t i = 0; i < load->section_count; i++) {
    const elf_section *section = &load->sections[i];
    if (section->type != elf_section_symbols) continue;
    load->symbols = (elf_symbol *)(void *)(load->image + section->offset);
    load->symbol_count = section->size / sizeof(elf_symbol);
    load->names = (const char *)load->image + load->sections[section->link].offset;
  }
  lay_out(load);
  const uint64_t most = UINT64_C(1) << 30; // what branches reach on every machine, with room
  if (load->total <= most) return true;
  snprintf(problem, sizeof problem, "the object is too large");
  return false;
}

/** The address that a symbol means. */
static bool find_symbol(const struct load *load, uint32_t index, uint64_t *address) {
  const elf_symbol *symbol = &load->symbols[index];
  if (symbol->section == elf_absolute || index == 0) {
    *address = symbol->value;
    return true;
  }
  if (symbol->section != elf_undefined) {
    // Sections that are not loaded have address 0: there offsets are meant.
    *address = load->sections[symbol->section].address + symbol->value;
    return true;
  }
  const char *name = load->names + symbol->name;
  *address = (uint64_t)(uintptr_t)aria_jit_resolve(name);
  if (*address != 0 || symbol->info >> 4 == elf_weak) return true;
  snprintf(problem, sizeof problem, "undefined symbol '%.200s'", name);
  return false;
}

static bool relocate(struct load *load, const elf_section *section, const elf_rela *entry) {
  elf_target target = aria_elf_target(this_machine, entry->type);
  if (target == elf_target_none) return true;
  if (target == elf_target_unknown || aria_elf_width(this_machine, entry->type) > section->size - entry->offset) {
    snprintf(problem, sizeof problem, "relocation type %u is not supported", entry->type);
    return false;
  }
  uint64_t symbol;
  if (!find_symbol(load, entry->symbol, &symbol)) return false;
  uint8_t *place = load->image + section->offset + entry->offset;
  uint64_t address = section->address + entry->offset;
  if (target == elf_target_slot) {
    uint64_t slot = (uint64_t)(uintptr_t)load->base + load->slots + entry->symbol * sizeof slot;
    memcpy(load->base + load->slots + entry->symbol * sizeof slot, &symbol, sizeof symbol);
    symbol = slot;
  }
  if (aria_elf_apply(this_machine, entry->type, place, symbol + (uint64_t)entry->addend, address)) return true;
  if (target == elf_target_branch) {
    // Libraries are often further away than a branch reaches.
    char *stub = load->base + load->stubs + (uint64_t)entry->symbol * aria_elf_stub_size;
    aria_elf_stub(this_machine, (uint8_t *)stub, symbol);
    uint64_t value = (uint64_t)(uintptr_t)stub + (uint64_t)entry->addend;
    if (aria_elf_apply(this_machine, entry->type, place, value, address)) return true;
  }
  const char *name = load->names + load->symbols[entry->symbol].name;
  snprintf(problem, sizeof problem, "'%.160s' is out of reach (compile with -fPIC)", name);
  return false;
}

static bool relocate_all(struct load *load) {
  for (uint32_t i = 0; i < load->section_count; i++) {
    const elf_section *table = &load->sections[i];
    if (table->type != elf_section_rela) continue;
    const elf_rela *entries = (const elf_rela *)(void *)(load->image + table->offset);
    for (uint64_t k = 0; k < table->size / sizeof *entries; k++)
      if (!relocate(load, &load->sections[table->info], &entries[k])) return false;
  }
  return true;
}

static void copy_to_place(const struct load *load) {
  for (uint32_t i = 0; i < load->section_count; i++) {
    const elf_section *section = &load->sections[i];
    if (!is_placed(section) || section->type == elf_section_nobits || section->size == 0) continue;
    memcpy((void *)(uintptr_t)section->address, load->image + section->offset, section->size);
  }
}

/** Debuggers would relocate an object file again, and lay it out as they like. */
static void make_look_linked(struct load *load) {
  for (uint64_t i = 1; i < load->symbol_count; i++) {
    elf_symbol *symbol = &load->symbols[i];
    if (symbol->section != elf_undefined && symbol->section < elf_first_reserved)
      symbol->value += load->sections[symbol->section].address;
  }
  for (uint32_t i = 0; i < load->section_count; i++)
    if (load->sections[i].type == elf_section_rela) load->sections[i].type = elf_section_null;
  ((elf_header *)(void *)load->image)->type = elf_executable;
}

static void *address_of(const struct load *load, const char *name) {
  for (uint64_t i = 1; i < load->symbol_count; i++) {
    const elf_symbol *symbol = &load->symbols[i];
    if (symbol->section == elf_undefined || symbol->section >= elf_first_reserved) continue;
    const elf_section *section = &load->sections[symbol->section];
    if (!is_placed(section) || symbol->value >= section->size) continue;
    if (strcmp(load->names + symbol->name, name) != 0) continue;
    return (void *)(uintptr_t)(section->address + symbol->value);
  }
  snprintf(problem, sizeof problem, "the object does not define '%.200s'", name);
  return NULL;
}

/** Into memory, relocated; the address of the symbol. */
static void *place(struct load *load, const char *symbol) {
  for (uint32_t i = 0; i < load->section_count; i++) {
    elf_section *section = &load->sections[i];
    section->address = is_placed(section) ? section->address + (uint64_t)(uintptr_t)load->base : 0;
  }
  void *found = address_of(load, symbol);
  if (found == NULL || !relocate_all(load)) return NULL;
  copy_to_place(load);
  make_look_linked(load);
  return found;
}

void *__aria_jit_load(const void *elf, uint64_t size, const char *symbol) {
  problem[0] = '\0';
  struct load load = {.size = size};
  if (elf == NULL || symbol == NULL || size > PTRDIFF_MAX || (load.image = malloc(size + 1)) == NULL) {
    snprintf(problem, sizeof problem, elf == NULL || symbol == NULL ? "no object" : "out of memory");
    return NULL;
  }
  memcpy(load.image, elf, size);
  const char *malformed = aria_elf_problem(load.image, size, this_machine);
  if (malformed != NULL) snprintf(problem, sizeof problem, "%s", malformed);
  if (malformed != NULL || !open_image(&load)) {
    free(load.image);
    return NULL;
  }
  load.base = __aria_exec_alloc(load.total);
  void *found = place(&load, symbol);
  if (found == NULL) {
    __aria_exec_free(load.base);
    free(load.image);
    return NULL;
  }
  aria_exec_region *region = aria_exec_find(load.base);
  aria_exec_seal_part(region, load.sealed);
  region->jit_entry = aria_gdb_register(load.image, load.size);
  return found;
}

void __aria_jit_unload(void *code) {
  aria_exec_region *region = aria_exec_find(code);
  if (region == NULL || region->jit_entry == NULL) __aria_trap("unload of something that was not loaded", NULL, 0);
  __aria_exec_free(region->ptr);
}
