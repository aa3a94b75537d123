// Formatted output, and input by characters.
#ifndef HSX_STDIO_H
#define HSX_STDIO_H
#include <stdarg.h>
#include <stddef.h>
#define EOF (-1)
/* Streams are the numbers of files, one up, so that none is NULL. Nothing is kept back: what is printed is out. */
typedef struct __hsx_stream FILE;
#define stdin ((FILE *)1)
#define stdout ((FILE *)2)
#define stderr ((FILE *)3)
int fprintf(FILE *stream, const char *restrict format, ...) __attribute__((format(printf, 2, 3)));
int vfprintf(FILE *stream, const char *restrict format, va_list list);
int fputs(const char *text, FILE *stream);
int fputc(int character, FILE *stream);
int fgetc(FILE *stream);
char *fgets(char *to, int room, FILE *stream);
int fflush(FILE *stream);
#define putc fputc
#define getc fgetc
int printf(const char *restrict format, ...) __attribute__((format(printf, 1, 2)));
int vprintf(const char *restrict format, va_list list);
int sprintf(char *restrict to, const char *restrict format, ...) __attribute__((format(printf, 2, 3)));
int snprintf(char *restrict to, size_t room, const char *restrict format, ...) __attribute__((format(printf, 3, 4)));
int vsnprintf(char *restrict to, size_t room, const char *restrict format, va_list list);
int puts(const char *text);
int putchar(int character);
int getchar(void);
#endif
