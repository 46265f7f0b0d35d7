import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { licencesPlugin } from '../packaging/licences.ts';
import { startupNamespaces } from './locales/namespaces.ts';

/** The language of a module with texts that are needed at startup; null for another module. */
function startupLanguage(id: string): string | null {
  const [locales, language, file] = id.split(/[\\/]/).slice(-3);
  const isStartup = startupNamespaces.some((namespace) => file === `${namespace}.json`);
  return locales === 'locales' && language && isStartup ? language : null;
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** One build for both shells: relative addresses work under the app's own scheme and behind the web relay. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  // Its JSX makes every text safe to show.
  plugins: [react({ jsxImportSource: '#shown' }), licencesPlugin(here('..'))],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'chrome130',
    // The content security policy allows neither `data:` fonts nor the inline script of a preload polyfill.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The chunks are loaded from this computer, and `npm run bench ui` limits their size.
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // The code that must run before the rest of the window loads (main.ts), and the code that loads it.
            {
              name: 'style-nonce',
              test: /renderer[\\/]core[\\/]style-nonce\.ts$|vite[\\/]preload-helper/,
              priority: 2,
            },
            // The initial window is one file; otherwise it would be split into about a hundred, since the lazy rooms share most of it.
            { name: 'first-window', test: /renderer[\\/]app[\\/]start\.tsx$/, priority: 1 },
            // Likewise the texts needed at startup, in each language.
            {
              debugName: 'texts',
              name(id) {
                const language = startupLanguage(id);
                return language && `texts-${language}`;
              },
            },
            // Likewise the icons used by several rooms: each would be another request for a few hundred bytes.
            { name: 'icons', test: /@tabler[\\/]icons-react/, minShareCount: 2 },
          ],
        },
      },
    },
  },
});
