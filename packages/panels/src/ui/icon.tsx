// Icons, drawn here: each has a shape of its own, so that none is told by its colour.
import type { ReactNode } from 'react';

const paths = {
  continue: 'M5 3.5v9l7.5-4.5z',
  pause: 'M4.5 3.5h2.5v9H4.5zM9 3.5h2.5v9H9z',
  over: 'M2.5 8.5a5.5 5.5 0 0 1 10.4-2.4L14 4v4.2H9.8l1.8-1.6A4 4 0 0 0 4 8.5zM8 11a1.6 1.6 0 1 0 0 3.2A1.6 1.6 0 0 0 8 11z',
  into: 'M7.2 1.5h1.6v5.3l1.9-1.9 1.1 1.1L8 9.8 4.2 6l1.1-1.1 1.9 1.9zM8 11a1.6 1.6 0 1 0 0 3.2A1.6 1.6 0 0 0 8 11z',
  out: 'M7.2 9.5h1.6V4.2l1.9 1.9 1.1-1.1L8 1.2 4.2 5l1.1 1.1 1.9-1.9zM8 11a1.6 1.6 0 1 0 0 3.2A1.6 1.6 0 0 0 8 11z',
  back: 'M13.5 8.5A5.5 5.5 0 0 0 3.1 6.1L2 4v4.2h4.2L4.4 6.6A4 4 0 0 1 12 8.5zM8 11a1.6 1.6 0 1 0 0 3.2A1.6 1.6 0 0 0 8 11z',
  'back-into':
    'M13 1.500v4.100H6.300l1.900 1.900-1.100 1.100L3.300 4.800l3.800-3.800 1.100 1.100-1.900 1.900h5.200V1.500zM8 11a1.600 1.600 0 1 0 0 3.200A1.600 1.600 0 0 0 8 11z',
  'back-out':
    'M13 9.200V5.100H6.300l1.900 1.900-1.100 1.100L3.300 4.300 7.100.5l1.100 1.100-1.900 1.900h8.200v5.700zM8 11a1.600 1.600 0 1 0 0 3.200A1.600 1.600 0 0 0 8 11z',
  reverse: 'M11 3.5v9L3.5 8z',
  restart: 'M8 3a5 5 0 1 1-4.6 3.1l1.4.6A3.5 3.5 0 1 0 8 4.5V7L4 3.8 8 .6z',
  stop: 'M4 4h8v8H4z',
  close: 'M4.3 3.2 8 6.9l3.7-3.7 1.1 1.1L9.1 8l3.7 3.7-1.1 1.1L8 9.1l-3.7 3.7-1.1-1.1L6.9 8 3.2 4.3z',
  open: 'M5.5 3 11 8l-5.5 5z',
  opened: 'M3 5.5 8 11l5-5.5z',
  add: 'M7.2 3h1.6v4.2H13v1.6H8.8V13H7.2V8.8H3V7.2h4.2z',
  home: 'M8 2 2 7.5h1.8V13h3.2V9.5h2V13h3.2V7.5H14z',
  theme: 'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2zm0 1.5a4.5 4.5 0 0 0 0 9z',
  file: 'M4 2h5l3 3v9H4zm4.5 1v2.5H11z',
  folder: 'M2 4h4.5L8 5.5h6V13H2z',
  thread: 'M3 3h2v10H3zm4 0h2v10H7zm4 0h2v10h-2z',
  table:
    'M2.500 3h11v10h-11zM4 6.200v1.800h3.200V6.200zm4.700 0v1.800H12V6.200zM4 9.500v2h3.200v-2zm4.700 0v2H12v-2z',
  graph:
    'M4 2.500a2 2 0 1 1 0 4 2 2 0 0 1 0-4zm8 7a2 2 0 1 1 0 4 2 2 0 0 1 0-4zM5.300 6.200l5 4.200-.9 1.100-5-4.200z',
  enlarge: 'M2.5 2.5h5v1.500H4v3.500H2.500zM13.500 13.500h-5V12H12V8.500h1.500z',
  edit: 'M11.5 2 14 4.5 6 12.5l-3.2.7.7-3.2z',
  copy: 'M5 2h8v9h-2v3H3V5h2zm1.5 1.5V5H11v4.5h.5v-6z',
  memory: 'M3 4h10v8H3zm1.5 1.5v5h1.5v-5zm3 0v5H9v-5zm3 0v5H12v-5z',
} as const;

export type IconShape = keyof typeof paths;

export const Icon = ({ shape }: { readonly shape: IconShape }): ReactNode => (
  <svg className="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
    <path d={paths[shape]} fillRule="evenodd" />
  </svg>
);
