/** Answers of main that reach the window late, or as errors. */
import type { Page, WebSocketRoute } from '@playwright/test';

/** Holds back the answers to one bridge call until the test releases or refuses them. Call it before the page opens. */
export async function holdAnswers(page: Page, name: string) {
  let isHolding = false;
  const held: { id: number; pass(): void; window: WebSocketRoute }[] = [];
  await page.routeWebSocket(/.*/, (window) => {
    const asked = new Set<number>();
    const server = window.connectToServer();
    window.onMessage((message) => {
      const { id, call } = JSON.parse(String(message)) as { id?: number; call?: string[] };
      if (id !== undefined && call?.join('.') === name) asked.add(id);
      server.send(message);
    });
    server.onMessage((message) => {
      const { id } = JSON.parse(String(message)) as { id?: number };
      if (isHolding && id !== undefined && asked.has(id)) held.push({ id, window, pass: () => window.send(message) });
      else window.send(message);
    });
  });
  const all = () => held.splice(0);
  return {
    hold: (value: boolean) => {
      isHolding = value;
    },
    count: () => held.length,
    pass: () => all().map((answer) => answer.pass()),
    refuse: (code: string) =>
      all().map(({ id, window }) => window.send(JSON.stringify({ id, problem: { code, message: '' } }))),
  };
}
