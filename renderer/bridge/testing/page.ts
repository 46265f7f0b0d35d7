/** A page with the bridge and nothing else, for tests of the shells in a real browser. */
import '../../core/style-nonce.ts';
import { ParlorError } from '../../../shared/errors.ts';
import type { BridgeClient } from '../client.ts';
import { connectBridge } from '../connect.ts';
import { connection } from '../connection.ts';

export interface TestPage {
  client: BridgeClient | null;
  /** The error code if connecting failed. */
  errorCode: string | null;
  states: string[];
  violations: string[];
  connection: typeof connection;
  /** Connects, and takes control from any other window. */
  takeOver(): Promise<void>;
}

declare global {
  interface Window {
    test?: TestPage;
  }
}

const page: TestPage = {
  client: null,
  errorCode: null,
  states: [],
  violations: [],
  connection,
  async takeOver() {
    page.client = await connectBridge(true);
  },
};
document.addEventListener('securitypolicyviolation', (event) => page.violations.push(event.violatedDirective));
connection.subscribe(() => page.states.push(connection.get()));
try {
  page.client = await connectBridge();
} catch (error) {
  page.errorCode = error instanceof ParlorError ? error.code : String(error);
}
window.test = page;
