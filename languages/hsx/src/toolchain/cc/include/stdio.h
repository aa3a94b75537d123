// Formatted output, and input by characters.
#ifndef HSX_STDIO_H
#define HSX_STDIO_H
#include <stdarg.h>
#include <stddef.h>
#define EOF (-1)
int printf(const char *restrict format, ...) __attribute__((format(printf, 1, 2)));
int vprintf(const char *restrict format, va_list list);
int sprintf(char *restrict to, const char *restrict format, ...) __attribute__((format(printf, 2, 3)));
int snprintf(char *restrict to, size_t room, const char *restrict format, ...) __attribute__((format(printf, 3, 4)));
int vsnprintf(char *restrict to, size_t room, const char *restrict format, va_list list);
int puts(const char *text);
int putchar(int character);
int getchar(void);
#endif
