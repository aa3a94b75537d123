// Conditions that end the program when they do not hold; may be included again with another NDEBUG.
#include <stdlib.h>
#undef assert
#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
#include <stdio.h>
#define assert(condition) \
  ((condition) ? (void)0 : (printf("%s:%d: assertion failed: %s\n", __FILE__, __LINE__, #condition), abort()))
#endif
