import { expect, it } from 'vitest';
import { placeOfLink } from './links.ts';

it('takes the first link to a table, whatever stands around it, and nothing else', () => {
  const link = 'parlor://join/7c21e0aa-1111-4222-8333-123456789abc?server=https%3A%2F%2Fharbor.example';
  expect(placeOfLink(['parlor', '--flag', link, 'parlor://join/other'])).toBe(`/?link=${encodeURIComponent(link)}`);
  expect(placeOfLink(['PARLOR://JOIN/x'])).toBe('/?link=PARLOR%3A%2F%2FJOIN%2Fx');
  for (const argument of [
    '',
    'parlor',
    'parlor:join/x',
    'parlor://settings/x',
    'parlor-app://app/',
    'https://x/parlor://join/x',
    '--x=parlor://join/x',
    `parlor://join/${'x'.repeat(3000)}`,
  ]) {
    expect(placeOfLink([argument]), argument).toBe(null);
  }
});

it('lets nothing out of the one parameter', () => {
  expect(placeOfLink(['parlor://join/x?a=b&host=#/settings'])).toBe(
    '/?link=parlor%3A%2F%2Fjoin%2Fx%3Fa%3Db%26host%3D%23%2Fsettings',
  );
});
