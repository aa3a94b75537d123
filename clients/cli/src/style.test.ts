import { describe, expect, it } from 'vitest';
import { plainStyle, styleFor } from './style.js';

describe('colours', () => {
  it('are for terminals only', () => {
    expect(styleFor({ isTTY: true }, {}).red('x')).toBe('\u001b[31mx\u001b[39m');
    expect(styleFor({}, {})).toBe(plainStyle);
  });

  it('are left out when nobody wants them', () => {
    expect(styleFor({ isTTY: true }, { NO_COLOR: '1' })).toBe(plainStyle);
    expect(styleFor({ isTTY: true }, { TERM: 'dumb' })).toBe(plainStyle);
    expect(styleFor({ isTTY: true }, { NO_COLOR: '' })).not.toBe(plainStyle);
  });
});
