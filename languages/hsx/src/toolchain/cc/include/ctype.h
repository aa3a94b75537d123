// Kinds of characters, of ASCII.
#ifndef HSX_CTYPE_H
#define HSX_CTYPE_H
int isdigit(int c);
int isupper(int c);
int islower(int c);
int isalpha(int c);
int isalnum(int c);
int isspace(int c);
int isprint(int c);
int isxdigit(int c);
int ispunct(int c);
int toupper(int c);
int tolower(int c);
#endif
