/** Electron's main module. Enables the compile cache before the app is loaded; Electron becomes ready only after this module. */
import { containRejections } from '../../failures/unhandled-rejections.ts';
import { enableCodeCache } from '../../files/compile-cache.ts';
import { keepYoungGenerationSmall } from '../../workers/young-generation.ts';

containRejections();
enableCodeCache(process.env);
keepYoungGenerationSmall();
await import('./main.ts');
