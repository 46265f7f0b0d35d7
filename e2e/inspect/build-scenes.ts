/** Runs once before the tests on scripted screens, which share the build. */
import { test } from '@playwright/test';
import { buildScenes } from './scenes.ts';

test('the scripted screens are built', () => buildScenes());
