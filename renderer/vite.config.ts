import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Rolldown } from 'vite';
import { licences } from './licences.config.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** All that a module imports, and what that imports, with itself; what is imported on demand is not among it. */
function importsOf(id: string, context: Rolldown.ChunkingContext, found = new Set<string>()): Set<string> {
  if (found.has(id)) return found;
  found.add(id);
  for (const each of context.getModuleInfo(id)?.importedIds ?? []) importsOf(each, context, found);
  return found;
}

let needed: { first: Set<string>; before: Set<string> } | undefined;

/** What the first window needs, less what must run before any of it (main.ts). */
function inFirstWindow(id: string, context: Rolldown.ChunkingContext): boolean {
  needed ??= { first: importsOf(here('./app/start.tsx'), context), before: importsOf(here('./main.ts'), context) };
  return needed.first.has(id) && !needed.before.has(id);
}

/** One build for both shells: relative addresses work under the app's own scheme and behind the web relay. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [react(), licences(here('..'))],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'chrome130',
    // The content security policy has no `data:` for fonts, and no inline script for a preload polyfill.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // It comes from this computer, and `npm run bench ui` holds its size.
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // One file, although rooms that are loaded later share most of it: otherwise it comes in seventy.
            {
              name: (id, context) => (inFirstWindow(id, context) ? 'first-window' : null),
              priority: 1,
              includeDependenciesRecursively: false,
            },
            // So do icons that several rooms use: each by itself would be one more request for some hundred bytes.
            { name: 'icons', test: /@tabler[\\/]icons-react/, minShareCount: 2 },
          ],
        },
      },
    },
  },
});
