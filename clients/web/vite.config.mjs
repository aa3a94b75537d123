// How the page is built: one folder of files that `sonde serve` hands out, with nothing from elsewhere.

/** @type {import('vite').UserConfig} */
export default {
  root: import.meta.dirname,
  build: {
    outDir: 'dist/site',
    emptyOutDir: true,
    // A page that is served without inline scripts and styles (Content-Security-Policy) must not get them from here.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1500,
  },
};
