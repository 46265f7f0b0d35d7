/** Electron's main module. Enables the compile cache before the app is loaded; Electron becomes ready only after this module. */
import { keepCompiled } from '../../files/compile-cache.ts';
import { keepYoungGenerationSmall } from '../../workers/young-generation.ts';

keepCompiled(process.env);
keepYoungGenerationSmall();
await import('./main.ts');
