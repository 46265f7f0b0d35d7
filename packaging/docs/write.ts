/** `npm run docs`: writes the documents that are made from the program. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../electron/installation.ts';
import { referencePages } from './reference-pages.ts';

for (const [path, text] of Object.entries(referencePages())) writeFileSync(join(root, path), text);
