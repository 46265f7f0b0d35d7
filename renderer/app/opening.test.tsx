import '../ui/base.css';
import '../ui/tokens.css';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import index from '../index.html?raw';

it.each([
  [1280, 800],
  [320, 240],
])('says in both languages that the window is loading, without a script, at %i × %i', async (width, height) => {
  await page.viewport(width, height);
  const place = document.createElement('div');
  place.style.height = '100vh';
  place.innerHTML = new DOMParser().parseFromString(index, 'text/html').querySelector('#root')!.innerHTML;
  document.body.append(place);
  try {
    const [own, other] = place.querySelectorAll('span');
    await expect.element(page.elementLocator(own!)).toBeVisible();
    expect([own, other].map((words) => [words!.lang, words!.textContent])).toEqual([
      ['', 'Parlor is still loading…'],
      ['zh-CN', 'Parlor 还在加载……'],
    ]);
    const picture = place.querySelector('img')!.getBoundingClientRect();
    expect(picture.bottom).toBeLessThanOrEqual(own!.getBoundingClientRect().top);
    expect(own!.getBoundingClientRect().bottom).toBeLessThanOrEqual(other!.getBoundingClientRect().top);
    expect(other!.getBoundingClientRect().bottom).toBeLessThanOrEqual(height);
  } finally {
    place.remove();
  }
});
