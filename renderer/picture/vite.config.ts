import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** A build of its own: the window's chunks would start the window. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [react({ jsxImportSource: '#shown' })],
  build: {
    outDir: '../dist/picture',
    emptyOutDir: true,
    target: 'chrome152',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
