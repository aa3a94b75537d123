// Functions of the C library as the standard declares them: debug information has them only where the library brings its own.

/** For arguments and results of types that a program may not have, what is compatible with them. */
const functions = [
  ...['int abs(int)', 'long labs(long)', 'long long llabs(long long)'],
  ...['int atoi(const char *)', 'long atol(const char *)', 'double atof(const char *)'],
  ...['long strtol(const char *, char **, int)', 'unsigned long strtoul(const char *, char **, int)'],
  ...['double strtod(const char *, char **)', 'char *getenv(const char *)'],
  ...['void *malloc(__SIZE_TYPE__)', 'void *calloc(__SIZE_TYPE__, __SIZE_TYPE__)'],
  ...['void *realloc(void *, __SIZE_TYPE__)', 'void free(void *)', 'int rand(void)'],
  ...['__SIZE_TYPE__ strlen(const char *)', '__SIZE_TYPE__ strnlen(const char *, __SIZE_TYPE__)'],
  ...['int strcmp(const char *, const char *)', 'int strncmp(const char *, const char *, __SIZE_TYPE__)'],
  ...['int strcasecmp(const char *, const char *)', 'int memcmp(const void *, const void *, __SIZE_TYPE__)'],
  ...['char *strcpy(char *, const char *)', 'char *strncpy(char *, const char *, __SIZE_TYPE__)'],
  ...['char *strcat(char *, const char *)', 'char *strdup(const char *)', 'char *strerror(int)'],
  ...['char *strchr(const char *, int)', 'char *strrchr(const char *, int)'],
  ...['char *strstr(const char *, const char *)', 'void *memchr(const void *, int, __SIZE_TYPE__)'],
  ...['void *memcpy(void *, const void *, __SIZE_TYPE__)', 'void *memset(void *, int, __SIZE_TYPE__)'],
  ...['void *memmove(void *, const void *, __SIZE_TYPE__)', '__SIZE_TYPE__ wcslen(const __WCHAR_TYPE__ *)'],
  ...['int isalpha(int)', 'int isdigit(int)', 'int isalnum(int)', 'int isspace(int)', 'int isupper(int)'],
  ...['int islower(int)', 'int isprint(int)', 'int ispunct(int)', 'int isxdigit(int)', 'int iscntrl(int)'],
  ...['int tolower(int)', 'int toupper(int)', 'int puts(const char *)', 'int putchar(int)'],
  ...['int printf(const char *, ...)', 'int snprintf(char *, __SIZE_TYPE__, const char *, ...)'],
  ...['int sprintf(char *, const char *, ...)', 'int fflush(void *)', 'void perror(const char *)'],
  ...['double sqrt(double)', 'double cbrt(double)', 'double pow(double, double)', 'double fabs(double)'],
  ...['double floor(double)', 'double ceil(double)', 'double round(double)', 'double trunc(double)'],
  ...['double fmod(double, double)', 'double hypot(double, double)', 'double exp(double)'],
  ...['double log(double)', 'double log2(double)', 'double log10(double)', 'double sin(double)'],
  ...['double cos(double)', 'double tan(double)', 'double asin(double)', 'double acos(double)'],
  ...['double atan(double)', 'double atan2(double, double)', 'float sqrtf(float)', 'float fabsf(float)'],
  ...['int getpid(void)', 'int getppid(void)', 'unsigned sleep(unsigned)', 'int access(const char *, int)'],
];

/** Name to declaration. */
export const cLibrary: Readonly<Record<string, string>> = {
  ...Object.fromEntries(functions.map(text => [/(\w+)\(/.exec(text)![1]!, `${text};`])),
  // A macro where it is most often met.
  errno: 'int *__errno_location(void);\n#define errno (*__errno_location())',
};
