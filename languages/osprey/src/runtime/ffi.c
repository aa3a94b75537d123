// Rooms for addresses, for functions of C that put one where they are told: programs declare these as extern.
#include "private.h"
#include <stdlib.h>

void *osprey_ffi_cell(void) { return calloc(1, sizeof(void *)); }
void *osprey_ffi_deref(void *cell) { return cell == NULL ? NULL : *(void **)cell; }
void *osprey_ffi_null(void) { return NULL; }

int64_t osprey_ffi_free(void *cell) {
  free(cell);
  return 0;
}
