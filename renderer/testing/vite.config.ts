import { fileURLToPath } from 'node:url';
import { defineConfig, mergeConfig, type UserConfig } from 'vite';

const here = (path: string) => new URL(path, import.meta.url);
const { default: base }: { default: UserConfig } = await import(here('../vite.config.ts').href);

/** The same window with a scripted main behind it, for looking at every screen: `?scene=` says which. */
export default mergeConfig(
  base,
  defineConfig({
    plugins: [
      {
        name: 'scripted-main',
        enforce: 'pre',
        resolveId: (source) =>
          source.endsWith('bridge/connect.ts') ? fileURLToPath(here('./scripted-main.ts')) : null,
      },
    ],
    build: { outDir: process.env.PARLOR_LOOK_DIR ?? '/tmp/parlor-look' },
  }),
);
