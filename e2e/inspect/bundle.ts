/** The code that runs in pages, as one script: it spans several modules, and pages load none from here. */
import { join } from 'node:path';
import { rolldown } from 'rolldown';

let script: Promise<string> | null = null;

async function build(): Promise<string> {
  const bundle = await rolldown({ input: join(import.meta.dirname, 'page/main.ts'), platform: 'browser' });
  const { output } = await bundle.generate({ format: 'iife', name: 'inspection', exports: 'named' });
  await bundle.close();
  return output[0].code;
}

/** Defines the global `inspection`, with the exports of page/main.ts. */
export const inspectionScript = (): Promise<string> => {
  script ??= build();
  return script;
};
