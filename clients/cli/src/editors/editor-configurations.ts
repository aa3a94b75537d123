// The one list of editors that `sonde editor` writes configurations for.

import { dapModeLibrary } from './emacs-dap-mode.js';
import { dapeLibrary } from './emacs-dape.js';
import type { EditorInput } from './editor-input.js';
import { helixKeys, helixLanguages } from './helix.js';
import { neovimPlugin } from './neovim.js';
import { vimPlugin } from './vim.js';
import { zedSettings, zedTasks } from './zed.js';

export interface ConfigurationFile {
  readonly name: string;
  /** Where a user has it. */
  readonly place: string;
  readonly text: (input: EditorInput) => string;
}

export interface EditorConfiguration {
  readonly name: string;
  /** What else people call it. */
  readonly alias?: string;
  readonly title: string;
  /** The first is the one that is printed when none is named. */
  readonly files: readonly [ConfigurationFile, ...ConfigurationFile[]];
}

export const editorConfigurations: readonly EditorConfiguration[] = [
  {
    name: 'neovim',
    alias: 'nvim',
    title: 'Neovim with nvim-dap',
    files: [{ name: 'sonde.lua', place: '~/.config/nvim/plugin/sonde.lua', text: neovimPlugin }],
  },
  {
    name: 'vim',
    title: 'Vim with vimspector',
    files: [{ name: 'sonde.vim', place: '~/.vim/plugin/sonde.vim', text: vimPlugin }],
  },
  {
    name: 'emacs-dap-mode',
    title: 'Emacs with dap-mode',
    files: [{ name: 'sonde.el', place: '~/.emacs.d/sonde.el', text: dapModeLibrary }],
  },
  {
    name: 'emacs-dape',
    title: 'Emacs with dape',
    files: [{ name: 'sonde.el', place: '~/.emacs.d/sonde.el', text: dapeLibrary }],
  },
  {
    name: 'helix',
    title: 'Helix',
    files: [
      { name: 'languages.toml', place: '~/.config/helix/languages.toml', text: helixLanguages },
      { name: 'config.toml', place: '~/.config/helix/config.toml', text: helixKeys },
    ],
  },
  {
    name: 'zed',
    title: 'Zed',
    files: [
      { name: 'debug.json', place: '.zed/debug.json', text: zedTasks },
      { name: 'settings.json', place: '~/.config/zed/settings.json', text: zedSettings },
    ],
  },
];
