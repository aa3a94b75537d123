import type { ExceptionFilter, Language } from '@sonde/language';
import { describe, expect, it } from 'vitest';
import { offerFor, offerOfAll, ownFilterId } from './exception-offer.js';
import { Script, scripted } from '../test/scripted-language.js';

const filter = (id: string, label: string, on = true): ExceptionFilter => ({
  id,
  label,
  default: on,
  supportsCondition: false,
});

const language = (id: string, name: string, ...exceptionFilters: ExceptionFilter[]): Language => ({
  ...scripted(new Script()),
  id,
  name,
  exceptionFilters,
});

const red = language('red', 'Red', filter('signal', 'Crashes'), filter('thrown', 'All errors', false));
const blue = language('blue', 'Blue', filter('signal', 'Crashes'), filter('thrown', 'Fatal errors'));

describe('the exception filters of all languages', () => {
  it('share a row where they mean the same, and say whose they are', () => {
    expect(offerOfAll([red, blue])[0]).toMatchObject({ id: 'signal', label: 'Crashes (Red, Blue)' });
  });

  it('have ids of their own where one id means different things, each with its own default', () => {
    expect(offerOfAll([red, blue]).slice(1)).toMatchObject([
      { id: 'red.thrown', label: 'All errors (Red)', default: false },
      { id: 'blue.thrown', label: 'Fatal errors (Blue)', default: true },
    ]);
  });

  it('lead back to the language’s own, by either id, and to nothing of another language', () => {
    expect(ownFilterId('blue.thrown', blue)).toBe('thrown');
    expect(ownFilterId('thrown', blue)).toBe('thrown');
    expect(ownFilterId('red.thrown', blue)).toBeUndefined();
  });
});

it('a filter that only some sources can have is offered for those, and for programs that are built already', () => {
  const throws = { ...filter('throw', 'Thrown'), extensions: ['.blue'] };
  const both = {
    ...language('both', 'Both', filter('signal', 'Crashes'), throws),
    extensions: ['.red', '.blue'],
  };
  const ids = (program: string): readonly string[] => offerFor(both, program).map(({ id }) => id);
  expect(ids('/p.red')).toEqual(['signal']);
  expect(ids('/p.blue')).toEqual(['signal', 'throw']);
  expect(ids('/p')).toEqual(['signal', 'throw']);
});
