// Checksums: what is printed is the same on every machine.
#include <stdio.h>
unsigned crc(const unsigned char *p, int n) { unsigned c = ~0u; while (n--) { c ^= *p++; for (int k = 0; k < 8; k++) c = c & 1 ? (c >> 1) ^ 0xedb88320u : c >> 1; } return ~c; } unsigned long long fnv(const char *s) { unsigned long long h = 0xcbf29ce484222325ull; while (*s) { h ^= (unsigned char)*s++; h *= 0x100000001b3ull; } return h; } unsigned adler(const char *s) { unsigned a = 1, b = 0; while (*s) { a = (a + (unsigned char)*s++) % 65521; b = (b + a) % 65521; } return b << 16 | a; }
int main(void) { const char *t = "The quick brown fox jumps over the lazy dog"; printf("%x %llx %x\n", crc((const unsigned char *)t, 43), fnv(t), adler(t)); return 0; }
