import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { licences } from './licences.config.ts';

/** One build for both shells: relative addresses work under the app's own scheme and behind the web relay. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [react(), licences(new URL('..', import.meta.url).pathname)],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'chrome130',
    // The content security policy has no `data:` for fonts, and no inline script for a preload polyfill.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Icons that several rooms use come together: each by itself would be one more request for some hundred bytes.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'icons', test: /@tabler[\\/]icons-react/, minShareCount: 2 }] } },
    },
  },
});
