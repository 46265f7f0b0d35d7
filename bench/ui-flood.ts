/** How long a board that floods the window with messages can block painting, compared with a page that ignores the messages. */
import type { Browser, Frame, Page } from '@playwright/test';
import { median, type Row } from './report.ts';
import type { BenchPages } from './ui-tracing.ts';

const rounds = 7;
const messageCount = 20_000;

export async function benchFlood(browser: Browser, pages: BenchPages): Promise<Row> {
  const gaps = { window: [] as number[], bare: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    gaps.bare.push(await longestGap(browser, (page) => openBarePage(page, pages)));
    gaps.window.push(await longestGap(browser, (page) => openWindowPage(page, pages), waitForStop));
  }
  return {
    job: `the longest time without a frame under ${messageCount} messages of a board`,
    measured: median(gaps.window),
    unit: 'ms',
    limit: { what: 'a page that ignores them', value: median(gaps.bare) },
    // The browser's share is the same in both; the window may need as long again to stop the board and show the plain view.
    goal: { atMost: 2 },
  };
}

async function openWindowPage(page: Page, { window, windowBoard }: BenchPages): Promise<Frame> {
  await page.goto(`${window}/?scene=playing&boardUrl=${encodeURIComponent(windowBoard)}#/tables/board`);
  return boardFrame(page);
}

/** The same board in a frame with the same sandbox. */
async function openBarePage(page: Page, { hello, helloBoard }: BenchPages): Promise<Frame> {
  await page.goto(hello);
  await page.evaluate((src) => {
    const frame = document.createElement('iframe');
    frame.setAttribute('sandbox', 'allow-scripts');
    frame.src = src;
    document.body.append(frame);
  }, helloBoard);
  return boardFrame(page);
}

const waitForStop = (page: Page) => page.getByText('The board was stopped').first().waitFor();

async function boardFrame(page: Page): Promise<Frame> {
  const element = await page.locator('iframe').elementHandle();
  const frame = await element?.contentFrame();
  if (!frame) throw new Error('The page shows no board.');
  await frame.locator('body *').first().waitFor({ state: 'attached' });
  // Work that opening the page has started ends first.
  await page.waitForTimeout(1_000);
  return frame;
}

/** The longest gap between two frames, in milliseconds, from the start of the flood until the page paints steadily again. */
async function longestGap(
  browser: Browser,
  open: (page: Page) => Promise<Frame>,
  afterFlood: (page: Page) => Promise<void> = async () => {},
): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    const page = await context.newPage();
    const frame = await open(page);
    const recording = await page.evaluateHandle(() => {
      const gaps: number[] = [];
      let lastFrameAt = performance.now();
      const recordFrame = () => {
        const now = performance.now();
        gaps.push(now - lastFrameAt);
        lastFrameAt = now;
        requestAnimationFrame(recordFrame);
      };
      requestAnimationFrame(recordFrame);
      return gaps;
    });
    await frame
      .evaluate((count) => {
        for (let i = 0; i < count; i += 1) parent.postMessage({ i }, '*');
      }, messageCount)
      // The window may remove the frame before the last message is sent.
      .catch(() => {});
    await afterFlood(page);
    return await recording.evaluate(async (gaps) => {
      const isSteady = () => gaps.length > 60 && gaps.slice(-30).every((gap) => gap < 50);
      while (!isSteady()) await new Promise((resolve) => setTimeout(resolve, 100));
      return Math.max(...gaps);
    });
  } finally {
    await context.close();
  }
}
