// Relocation arithmetic of x86-64 and aarch64 (their ELF psABI documents), as far as compilers emit it for -c.

#include "elf-format.h"

#include <stddef.h>
#include <string.h>

/** Shapes of places: how a value goes into the bytes. */
typedef enum shape {
  absolute,       // the value
  relative,       // its distance from the place
  branch_26,      // aarch64 b, bl
  branch_19,      // aarch64 b.cond, cbz; ldr (literal)
  branch_14,      // aarch64 tbz
  page_21,        // aarch64 adrp
  near_21,        // aarch64 adr
  low_12,         // aarch64 add, ldr, str: offset within a page, scaled
} shape;

typedef struct rule {
  uint16_t machine, type;
  elf_target target;
  shape shape;
  uint8_t width;   // bytes
  uint8_t checked; // 0: whatever fits; 's' signed, 'u' unsigned, 'b' either
  uint8_t scale;   // shift of low_12
} rule;

static const rule rules[] = {
    {elf_x86_64, 0, elf_target_none, absolute, 0, 0, 0},      // NONE
    {elf_x86_64, 1, elf_target_symbol, absolute, 8, 0, 0},    // 64
    {elf_x86_64, 2, elf_target_symbol, relative, 4, 's', 0},  // PC32
    {elf_x86_64, 4, elf_target_branch, relative, 4, 's', 0},  // PLT32
    {elf_x86_64, 9, elf_target_slot, relative, 4, 's', 0},    // GOTPCREL
    {elf_x86_64, 10, elf_target_symbol, absolute, 4, 'u', 0}, // 32
    {elf_x86_64, 11, elf_target_symbol, absolute, 4, 's', 0}, // 32S
    {elf_x86_64, 24, elf_target_symbol, relative, 8, 0, 0},   // PC64
    {elf_x86_64, 41, elf_target_slot, relative, 4, 's', 0},   // GOTPCRELX
    {elf_x86_64, 42, elf_target_slot, relative, 4, 's', 0},   // REX_GOTPCRELX
    {elf_aarch64, 0, elf_target_none, absolute, 0, 0, 0},     // NONE
    {elf_aarch64, 256, elf_target_none, absolute, 0, 0, 0},   // NONE, as it was numbered first
    {elf_aarch64, 257, elf_target_symbol, absolute, 8, 0, 0}, // ABS64
    {elf_aarch64, 258, elf_target_symbol, absolute, 4, 'b', 0}, // ABS32
    {elf_aarch64, 259, elf_target_symbol, absolute, 2, 'b', 0}, // ABS16
    {elf_aarch64, 260, elf_target_symbol, relative, 8, 0, 0},   // PREL64
    {elf_aarch64, 261, elf_target_symbol, relative, 4, 's', 0}, // PREL32
    {elf_aarch64, 273, elf_target_symbol, branch_19, 4, 0, 0},  // LD_PREL_LO19
    {elf_aarch64, 274, elf_target_symbol, near_21, 4, 0, 0},    // ADR_PREL_LO21
    {elf_aarch64, 275, elf_target_symbol, page_21, 4, 's', 0},  // ADR_PREL_PG_HI21
    {elf_aarch64, 276, elf_target_symbol, page_21, 4, 0, 0},    // ADR_PREL_PG_HI21_NC
    {elf_aarch64, 277, elf_target_symbol, low_12, 4, 0, 0},     // ADD_ABS_LO12_NC
    {elf_aarch64, 278, elf_target_symbol, low_12, 4, 0, 0},     // LDST8_ABS_LO12_NC
    {elf_aarch64, 279, elf_target_symbol, branch_14, 4, 0, 0},  // TSTBR14
    {elf_aarch64, 280, elf_target_symbol, branch_19, 4, 0, 0},  // CONDBR19
    {elf_aarch64, 282, elf_target_branch, branch_26, 4, 0, 0},  // JUMP26
    {elf_aarch64, 283, elf_target_branch, branch_26, 4, 0, 0},  // CALL26
    {elf_aarch64, 284, elf_target_symbol, low_12, 4, 0, 1},     // LDST16_ABS_LO12_NC
    {elf_aarch64, 285, elf_target_symbol, low_12, 4, 0, 2},     // LDST32_ABS_LO12_NC
    {elf_aarch64, 286, elf_target_symbol, low_12, 4, 0, 3},     // LDST64_ABS_LO12_NC
    {elf_aarch64, 299, elf_target_symbol, low_12, 4, 0, 4},     // LDST128_ABS_LO12_NC
    {elf_aarch64, 311, elf_target_slot, page_21, 4, 's', 0},    // ADR_GOT_PAGE
    {elf_aarch64, 312, elf_target_slot, low_12, 4, 0, 3},       // LD64_GOT_LO12_NC
};

static const rule *rule_of(uint16_t machine, uint32_t type) {
  for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
    if (rules[i].machine == machine && rules[i].type == type) return &rules[i];
  return NULL;
}

elf_target aria_elf_target(uint16_t machine, uint32_t type) {
  const rule *found = rule_of(machine, type);
  return found == NULL ? elf_target_unknown : found->target;
}

uint64_t aria_elf_width(uint16_t machine, uint32_t type) {
  const rule *found = rule_of(machine, type);
  return found == NULL ? 0 : found->width;
}

static bool fits_signed(int64_t value, unsigned bits) {
  return value >= -(INT64_C(1) << (bits - 1)) && value < INT64_C(1) << (bits - 1);
}

static bool fits(const rule *of, uint64_t value) {
  unsigned bits = of->width * 8u;
  if (of->checked == 0 || bits == 64) return true;
  bool as_unsigned = value >> bits == 0, as_signed = fits_signed((int64_t)value, bits);
  return of->checked == 'u' ? as_unsigned : of->checked == 's' ? as_signed : as_unsigned || as_signed;
}

/** Replaces `count` bits at `low` of an instruction. */
static void insert(uint8_t *place, uint64_t bits, unsigned low, unsigned count) {
  uint32_t word, mask = (uint32_t)(((UINT64_C(1) << count) - 1) << low);
  memcpy(&word, place, sizeof word);
  word = (word & ~mask) | ((uint32_t)(bits << low) & mask);
  memcpy(place, &word, sizeof word);
}

static bool insert_branch(uint8_t *place, int64_t distance, unsigned low, unsigned count) {
  if (distance & 3 || !fits_signed(distance, count + 2)) return false;
  insert(place, (uint64_t)distance >> 2, low, count);
  return true;
}

/** The immediate of adr and adrp is in two parts. */
static bool insert_21(uint8_t *place, int64_t value, bool checked) {
  if (checked && !fits_signed(value, 21)) return false;
  insert(place, (uint64_t)value & 3, 29, 2);
  insert(place, (uint64_t)value >> 2, 5, 19);
  return true;
}

static int64_t page_distance(uint64_t value, uint64_t address) {
  return (int64_t)((value & ~UINT64_C(0xfff)) - (address & ~UINT64_C(0xfff))) >> 12;
}

bool aria_elf_apply(uint16_t machine, uint32_t type, uint8_t *place, uint64_t value, uint64_t address) {
  const rule *found = rule_of(machine, type);
  if (found == NULL) return false;
  int64_t distance = (int64_t)(value - address);
  switch (found->shape) {
    case absolute:
    case relative: {
      uint64_t put = found->shape == absolute ? value : (uint64_t)distance;
      if (!fits(found, put)) return false;
      // Little-endian on both machines, and on the one that runs this.
      memcpy(place, &put, found->width);
      return true;
    }
    case branch_26: return insert_branch(place, distance, 0, 26);
    case branch_19: return insert_branch(place, distance, 5, 19);
    case branch_14: return insert_branch(place, distance, 5, 14);
    case page_21: return insert_21(place, page_distance(value, address), found->checked != 0);
    case near_21: return insert_21(place, distance, true);
    case low_12:
      // A scaled offset that is not a multiple would load from elsewhere.
      if (value & ((UINT64_C(1) << found->scale) - 1)) return false;
      insert(place, (value & 0xfff) >> found->scale, 10, 12);
      return true;
  }
  return false;
}

void aria_elf_stub(uint16_t machine, uint8_t stub[aria_elf_stub_size], uint64_t target) {
  static const uint8_t x86_64[] = {0xff, 0x25, 0x02, 0x00, 0x00, 0x00, 0xcc, 0xcc}; // jmp *2(%rip)
  static const uint8_t aarch64[] = {0x50, 0x00, 0x00, 0x58, 0x00, 0x02, 0x1f, 0xd6}; // ldr x16, 8; br x16
  memcpy(stub, machine == elf_aarch64 ? aarch64 : x86_64, 8);
  memcpy(stub + 8, &target, sizeof target);
}
