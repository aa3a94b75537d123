// How much room there is: a phone shows one part at a time, a tablet two columns, a desk three.
import { useSyncExternalStore } from 'react';

export type Width = 'phone' | 'tablet' | 'desk';

const phone = matchMedia('(max-width: 699px)');
const tablet = matchMedia('(max-width: 1023px)');

const subscribe = (listener: () => void): (() => void) => {
  for (const query of [phone, tablet]) query.addEventListener('change', listener);
  return () => {
    for (const query of [phone, tablet]) query.removeEventListener('change', listener);
  };
};

const now = (): Width => (phone.matches ? 'phone' : tablet.matches ? 'tablet' : 'desk');

export const useWidth = (): Width => useSyncExternalStore(subscribe, now);
