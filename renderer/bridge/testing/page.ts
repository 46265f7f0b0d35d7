/** A page with the bridge and nothing else, for tests of the shells in a real browser. */
import '../../app/policy.ts';
import type { Bridge } from '../../../shared/bridge/contract.ts';
import type { Client } from '../../../shared/bridge/define.ts';
import { ParlorError } from '../../../shared/errors.ts';
import { connectBridge } from '../connect.ts';
import { connection } from '../connection.ts';

export interface TestPage {
  client: Client<Bridge, 'both'> | null;
  /** Code of what connecting failed with. */
  refused: string | null;
  states: string[];
  violations: string[];
  connection: typeof connection;
}

declare global {
  interface Window {
    test?: TestPage;
  }
}

const page: TestPage = { client: null, refused: null, states: [], violations: [], connection };
document.addEventListener('securitypolicyviolation', (event) => page.violations.push(event.violatedDirective));
connection.subscribe(() => page.states.push(connection.get()));
try {
  page.client = await connectBridge();
} catch (error) {
  page.refused = error instanceof ParlorError ? error.code : String(error);
}
window.test = page;
