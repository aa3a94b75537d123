// Whether an ELF object can be loaded: everything its tables say is inside of it.

#include "elf-format.h"

#include <stddef.h>
#include <string.h>

/** Larger code than this is a mistake, or an attack. */
static const uint64_t largest_section = UINT64_C(256) * 1024 * 1024;
static const uint64_t largest_alignment = 4096;

static bool is_inside(uint64_t offset, uint64_t length, uint64_t size) {
  return offset <= size && length <= size - offset;
}

static const char *header_problem(const elf_header *header, uint64_t size, uint16_t machine) {
  if (size < sizeof *header || memcmp(header->magic, "\177ELF", 4) != 0) return "not an ELF file";
  if (header->class != elf_class_64 || header->data != elf_little_endian) return "not 64-bit little-endian ELF";
  if (header->type != elf_relocatable) return "not a relocatable object (compile with -c)";
  if (header->machine != machine) return "made for another machine";
  if (header->section_count == 0 || header->section_size != sizeof(elf_section)) return "no section table";
  if (header->sections % 8 != 0 ||
      !is_inside(header->sections, (uint64_t)header->section_count * sizeof(elf_section), size))
    return "the section table is outside of the file";
  return NULL;
}

static const char *section_problem(const elf_section *section, uint64_t size) {
  if (section->type == elf_section_null) return NULL;
  if (section->type != elf_section_nobits && !is_inside(section->offset, section->size, size))
    return "a section is outside of the file";
  if (section->size > largest_section) return "a section is too large";
  if (section->alignment & (section->alignment - 1)) return "an alignment is no power of two";
  if (section->flags & elf_allocated && section->alignment > largest_alignment) return "an alignment is too large";
  if (section->flags & elf_thread_local) return "thread-local variables are not supported";
  if (section->type == elf_section_rel) return "relocations without addends are not supported";
  return NULL;
}

static const char *strings_problem(const uint8_t *image, const elf_section *sections, uint32_t count, uint32_t index) {
  if (index >= count || sections[index].type != elf_section_strings) return "a string table is missing";
  const elf_section *strings = &sections[index];
  if (strings->size == 0 || image[strings->offset + strings->size - 1] != '\0') return "a string table has no end";
  return NULL;
}

static const char *symbols_problem(const uint8_t *image, const elf_section *sections, uint32_t count,
                                   const elf_section *table) {
  if (table->entry_size != sizeof(elf_symbol) || table->offset % 8 != 0) return "the symbol table is malformed";
  const char *problem = strings_problem(image, sections, count, table->link);
  if (problem != NULL) return problem;
  const elf_symbol *symbols = (const elf_symbol *)(const void *)(image + table->offset);
  for (uint64_t i = 0; i < table->size / sizeof *symbols; i++) {
    if (symbols[i].name >= sections[table->link].size) return "the name of a symbol is outside of its table";
    uint16_t section = symbols[i].section;
    if (section == elf_absolute || section == elf_undefined) continue;
    if (section >= elf_first_reserved) return "common symbols are not supported (compile with -fno-common)";
    if (section >= count) return "a symbol is in a section that does not exist";
    // Its end is a place too.
    if (symbols[i].value > sections[section].size) return "a symbol is outside of its section";
  }
  return NULL;
}

static const char *rela_problem(const uint8_t *image, const elf_section *sections, uint32_t count,
                                const elf_section *table) {
  if (table->entry_size != sizeof(elf_rela) || table->offset % 8 != 0) return "a relocation table is malformed";
  if (table->info >= count || sections[table->info].type == elf_section_nobits)
    return "relocations of a section that does not exist";
  if (table->link >= count || sections[table->link].type != elf_section_symbols)
    return "relocations without symbols";
  const elf_section *changed = &sections[table->info];
  if (changed->flags & elf_compressed) return "compressed sections are not supported (compile with -gz=none)";
  const elf_rela *entries = (const elf_rela *)(const void *)(image + table->offset);
  for (uint64_t i = 0; i < table->size / sizeof *entries; i++) {
    if (!is_inside(entries[i].offset, 1, changed->size)) return "a relocation is outside of its section";
    if (entries[i].symbol >= sections[table->link].size / sizeof(elf_symbol))
      return "a relocation names a symbol that does not exist";
  }
  return NULL;
}

const char *aria_elf_problem(const uint8_t *image, uint64_t size, uint16_t machine) {
  const elf_header *header = (const elf_header *)(const void *)image;
  const char *problem = header_problem(header, size, machine);
  if (problem != NULL) return problem;
  const elf_section *sections = (const elf_section *)(const void *)(image + header->sections);
  uint32_t count = header->section_count, symbol_tables = 0;
  // Sections first: the tables below lead from one to another.
  for (uint32_t i = 0; i < count; i++)
    if ((problem = section_problem(&sections[i], size)) != NULL) return problem;
  if ((problem = strings_problem(image, sections, count, header->section_names)) != NULL) return problem;
  for (uint32_t i = 0; i < count; i++) {
    if (sections[i].type == elf_section_symbols) {
      symbol_tables++;
      problem = symbols_problem(image, sections, count, &sections[i]);
    } else if (sections[i].type == elf_section_rela) {
      problem = rela_problem(image, sections, count, &sections[i]);
    }
    if (problem != NULL) return problem;
  }
  return symbol_tables == 1 ? NULL : "not exactly one symbol table";
}
