import { fileURLToPath } from 'node:url';
import { defineConfig, mergeConfig, type UserConfig } from 'vite';

const here = (path: string) => new URL(path, import.meta.url);
const { default: base }: { default: UserConfig } = await import(here('../vite.config.ts').href);

/** The same window over a fake bridge, to inspect every screen: `?scene=` selects the state. */
export default mergeConfig(
  base,
  defineConfig({
    plugins: [
      {
        name: 'scene-bridge',
        enforce: 'pre',
        resolveId: (source) => (source.endsWith('bridge/connect.ts') ? fileURLToPath(here('./scene-bridge.ts')) : null),
      },
    ],
    build: { outDir: fileURLToPath(here('../../node_modules/.cache/parlor/screens')) },
  }),
);
