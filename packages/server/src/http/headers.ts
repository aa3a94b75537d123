// Headers of every answer: no foreign code, no framing, no guessing of types, no referrer, no cross-origin reading.

/** `styleNonce`: of the one answer in which styles may be put into the page by whoever knows it. */
const contentPolicy = (styleNonce?: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self'${styleNonce === undefined ? '' : ` 'nonce-${styleNonce}'`}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

export const strictHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': contentPolicy(),
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
};

/** Those of a page whose own styles carry this nonce. */
export const headersWithNonce = (styleNonce: string): Readonly<Record<string, string>> => ({
  ...strictHeaders,
  'Content-Security-Policy': contentPolicy(styleNonce),
});

/** For files whose name changes with their content. */
export const immutable = 'public, max-age=31536000, immutable';
