import { fileURLToPath } from 'node:url';
import { defineConfig, mergeConfig } from 'vite';
import base from '../vite.config.ts';

/** The same window with a scripted main behind it, for looking at every screen: `?scene=` says which. */
export default mergeConfig(
  base,
  defineConfig({
    plugins: [
      {
        name: 'scripted-main',
        enforce: 'pre',
        resolveId: (source) =>
          source.endsWith('bridge/connect.ts') ? fileURLToPath(new URL('./scripted-main.ts', import.meta.url)) : null,
      },
    ],
    build: { outDir: process.env.PARLOR_LOOK_DIR ?? '/tmp/parlor-look' },
  }),
);
