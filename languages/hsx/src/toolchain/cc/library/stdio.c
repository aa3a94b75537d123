// <stdio.h>: output to the streams of the task, formatted; input a character at a time.

#include <stdarg.h>
#include <stddef.h>
#include <hsx.h>

/* Where formatted text goes: a file number, or memory. */
struct sink {
  int file;
  char *memory;
  size_t room;
  int count;
  int held;
  char buffer[48];
};

static void flush(struct sink *s) {
  if (s->held) hsx_write(s->file, s->buffer, s->held);
  s->held = 0;
}

static void put(struct sink *s, char c) {
  s->count++;
  if (s->file < 0) {
    if (s->room > 1) {
      *s->memory++ = c;
      s->room--;
    }
    return;
  }
  s->buffer[s->held++] = c;
  if (s->held == sizeof s->buffer) flush(s);
}

struct format {
  int left, zero, plus, space, alternate, width, precision;
};

static void repeat(struct sink *s, char c, int count) {
  while (count-- > 0) put(s, c);
}

static void putText(struct sink *s, const char *text, int length, const struct format *f) {
  if (!f->left) repeat(s, ' ', f->width - length);
  for (int n = 0; n < length; n++) put(s, text[n]);
  if (f->left) repeat(s, ' ', f->width - length);
}

static void putDigits(struct sink *s, const char *prefix, const char *digits, int length, const struct format *f) {
  int before = 0, zeros = 0, all;
  while (prefix[before]) before++;
  if (f->precision > length) zeros = f->precision - length;
  all = before + zeros + length;
  if (f->zero && !f->left && f->precision < 0 && f->width > all) {
    zeros += f->width - all;
    all = f->width;
  }
  if (!f->left) repeat(s, ' ', f->width - all);
  while (*prefix) put(s, *prefix++);
  repeat(s, '0', zeros);
  for (int n = 0; n < length; n++) put(s, digits[n]);
  if (f->left) repeat(s, ' ', f->width - all);
}

static void putInteger(struct sink *s, unsigned long long value, int negative, int base, int capitals,
                       const struct format *f) {
  char digits[24];
  int at = sizeof digits;
  const char *prefix = negative ? "-" : f->plus ? "+" : f->space ? " " : "";
  if (f->alternate && value && base == 16) prefix = capitals ? "0X" : "0x";
  /* Small numbers do not need division of 64 bits. */
  while (value >> 32) {
    unsigned digit = (unsigned)(value % (unsigned)base);
    digits[--at] = (char)(digit < 10 ? '0' + digit : (capitals ? 'A' : 'a') + digit - 10);
    value /= (unsigned)base;
  }
  for (unsigned small = (unsigned)value; small; small /= (unsigned)base) {
    unsigned digit = small % (unsigned)base;
    digits[--at] = (char)(digit < 10 ? '0' + digit : (capitals ? 'A' : 'a') + digit - 10);
  }
  if (at == sizeof digits && f->precision != 0) digits[--at] = '0';
  if (f->alternate && base == 8 && (at == sizeof digits || digits[at] != '0')) digits[--at] = '0';
  putDigits(s, prefix, digits + at, (int)sizeof digits - at, f);
}

void __hsx_put_float(struct sink *s, double value, char kind, const struct format *f,
                     void (*text)(struct sink *, const char *, int, const struct format *),
                     void (*digits)(struct sink *, const char *, const char *, int, const struct format *));

typedef void put_float(struct sink *, double, char, const struct format *,
                       void (*)(struct sink *, const char *, int, const struct format *),
                       void (*)(struct sink *, const char *, const char *, int, const struct format *));

static int number(const char **text) {
  int value = 0;
  while (**text >= '0' && **text <= '9') value = value * 10 + *(*text)++ - '0';
  return value;
}

static void format(struct sink *s, const char *text, va_list list, put_float *floats) {
  for (; *text; text++) {
    struct format f = {0, 0, 0, 0, 0, 0, -1};
    int longs = 0, shorts = 0;
    if (*text != '%') {
      put(s, *text);
      continue;
    }
    for (text++;; text++) {
      if (*text == '-') f.left = 1;
      else if (*text == '0') f.zero = 1;
      else if (*text == '+') f.plus = 1;
      else if (*text == ' ') f.space = 1;
      else if (*text == '#') f.alternate = 1;
      else break;
    }
    if (*text == '*') {
      f.width = va_arg(list, int);
      if (f.width < 0) f.left = 1, f.width = -f.width;
      text++;
    } else
      f.width = number(&text);
    if (*text == '.') {
      text++;
      if (*text == '*') {
        f.precision = va_arg(list, int);
        text++;
      } else
        f.precision = number(&text);
    }
    for (;; text++) {
      if (*text == 'l') longs++;
      else if (*text == 'j') longs = 2;
      else if (*text == 'h') shorts++;
      else if (*text != 'z' && *text != 't' && *text != 'L') break;
    }
    switch (*text) {
      case 'd':
      case 'i': {
        long long value = longs > 1 ? va_arg(list, long long) : va_arg(list, int);
        if (shorts == 1) value = (short)value;
        if (shorts > 1) value = (signed char)value;
        putInteger(s, value < 0 ? -(unsigned long long)value : (unsigned long long)value, value < 0, 10, 0, &f);
        break;
      }
      case 'u':
      case 'x':
      case 'X':
      case 'o': {
        unsigned long long value = longs > 1 ? va_arg(list, unsigned long long) : va_arg(list, unsigned);
        if (shorts == 1) value = (unsigned short)value;
        if (shorts > 1) value = (unsigned char)value;
        f.plus = f.space = 0;
        putInteger(s, value, 0, *text == 'u' ? 10 : *text == 'o' ? 8 : 16, *text == 'X', &f);
        break;
      }
      case 'p':
        f.alternate = 1;
        putInteger(s, va_arg(list, unsigned), 0, 16, 0, &f);
        break;
      case 'c': {
        char c = (char)va_arg(list, int);
        putText(s, &c, 1, &f);
        break;
      }
      case 's': {
        const char *string = va_arg(list, const char *);
        int length = 0;
        if (!string) string = "(null)";
        while ((f.precision < 0 || length < f.precision) && string[length]) length++;
        putText(s, string, length, &f);
        break;
      }
      case 'f':
      case 'F':
      case 'e':
      case 'E':
      case 'g':
      case 'G':
        floats(s, va_arg(list, double), *text, &f, putText, putDigits);
        break;
      case '%':
        put(s, '%');
        break;
      default:
        /* Not ours: shown as it was written. */
        put(s, '%');
        if (!*text) return;
        put(s, *text);
    }
  }
}

static int toFile(int file, const char *text, va_list list) {
  struct sink s;
  s.file = file;
  s.count = s.held = 0;
  format(&s, text, list, __hsx_put_float);
  flush(&s);
  return s.count;
}

int printf(const char *text, ...) {
  va_list list;
  int count;
  va_start(list, text);
  count = toFile(1, text, list);
  va_end(list);
  return count;
}

int vprintf(const char *text, va_list list) { return toFile(1, text, list); }

/* The number of a stream: see <stdio.h>. */
struct __hsx_stream;
#define number(stream) ((int)(stream) - 1)

int vfprintf(struct __hsx_stream *stream, const char *text, va_list list) {
  return toFile(number(stream), text, list);
}

int fprintf(struct __hsx_stream *stream, const char *text, ...) {
  va_list list;
  int count;
  va_start(list, text);
  count = toFile(number(stream), text, list);
  va_end(list);
  return count;
}

int fputs(const char *text, struct __hsx_stream *stream) {
  int length = 0;
  while (text[length]) length++;
  return hsx_write(number(stream), text, length) < 0 ? -1 : length;
}

int fputc(int c, struct __hsx_stream *stream) {
  char byte = (char)c;
  return hsx_write(number(stream), &byte, 1) == 1 ? c & 255 : -1;
}

int fgetc(struct __hsx_stream *stream) {
  unsigned char byte;
  return hsx_read(number(stream), &byte, 1) == 1 ? byte : -1;
}

char *fgets(char *to, int room, struct __hsx_stream *stream) {
  int length = 0;
  while (length < room - 1) {
    int c = fgetc(stream);
    if (c < 0) break;
    to[length++] = (char)c;
    if (c == '\n') break;
  }
  if (length == 0) return 0;
  to[length] = 0;
  return to;
}

int fflush(struct __hsx_stream *stream) {
  (void)stream;
  return 0;
}

int vsnprintf(char *memory, size_t room, const char *text, va_list list) {
  struct sink s;
  s.file = -1;
  s.memory = memory;
  s.room = room;
  s.count = s.held = 0;
  format(&s, text, list, __hsx_put_float);
  if (room > 0) *s.memory = 0;
  return s.count;
}

int snprintf(char *memory, size_t room, const char *text, ...) {
  va_list list;
  int count;
  va_start(list, text);
  count = vsnprintf(memory, room, text, list);
  va_end(list);
  return count;
}

int sprintf(char *memory, const char *text, ...) {
  va_list list;
  int count;
  va_start(list, text);
  count = vsnprintf(memory, 0x7fffffff, text, list);
  va_end(list);
  return count;
}

int putchar(int c) {
  char byte = (char)c;
  hsx_write(1, &byte, 1);
  return c & 255;
}

int puts(const char *text) {
  int length = 0;
  while (text[length]) length++;
  hsx_write(1, text, length);
  putchar('\n');
  return length + 1;
}

int getchar(void) {
  unsigned char byte;
  return hsx_read(0, &byte, 1) == 1 ? byte : -1;
}
