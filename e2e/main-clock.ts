/** Main's clock as the page reads it. */
import type { Page } from '@playwright/test';

/** Call before the page opens. The returned function makes the page believe that main's clock is ahead by `ms`, from the next reading on. */
export async function steerClock(page: Page): Promise<(ms: number) => void> {
  let aheadMs = 0;
  await page.routeWebSocket(/.*/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) =>
      socket.send(
        typeof message === 'string'
          ? message.replace(
              /("clock":)(\d+)(,"community")/,
              (_, name, reading, rest) => name + (Number(reading) + aheadMs) + rest,
            )
          : message,
      ),
    );
  });
  return (ms) => {
    aheadMs = ms;
  };
}
