import { describe, expect, it } from 'vitest';
import { calledBy, calledIn } from './holders.js';
import { dateText } from './time.js';

describe('the function that a std::function calls', () => {
  it('is the last argument of the template that calls it', () => {
    const handler = (inside: string): string =>
      `→ std::_Function_handler<${inside}>::_M_invoke(std::_Any_data const&, int&&) at 0x1000`;
    expect(calledIn(handler('int (int), main::$_0'))).toBe('main::$_0');
    expect(calledIn(handler('int (int, char), std::less<int, long>'))).toBe('std::less<int, long>');
    expect(calledIn('→ something_else at 0x1000')).toBeUndefined();
    expect(calledIn(handler('int'))).toBeUndefined();
  });

  it('is what LLDB tells, where only that knows', () => {
    expect(calledBy('Function = twice(int)')).toBe('twice');
    expect(calledBy('Lambda in File a.cpp at Line 7')).toBe('lambda at a.cpp:7');
    expect(calledBy('')).toBe('?');
  });
});

describe('a moment of the system clock', () => {
  const nanoseconds = { seconds: 1n, per: 1_000_000_000n };

  it('is a date with as many digits as it has', () => {
    expect(dateText(0n, nanoseconds)).toBe('1970-01-01T00:00:00Z');
    expect(dateText(1_500_000_000n, nanoseconds)).toBe('1970-01-01T00:00:01.5Z');
    expect(dateText(1n, nanoseconds)).toBe('1970-01-01T00:00:00.000000001Z');
    expect(dateText(-1n, nanoseconds)).toBe('1969-12-31T23:59:59.999999999Z');
    expect(dateText(2n, { seconds: 86400n, per: 1n })).toBe('1970-01-03T00:00:00Z');
  });

  it('is none where no calendar has it', () => {
    expect(dateText(1n << 62n, { seconds: 1n, per: 1n })).toBeUndefined();
    expect(dateText(undefined, nanoseconds)).toBeUndefined();
  });
});
