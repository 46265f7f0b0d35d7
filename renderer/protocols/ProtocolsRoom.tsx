import { Route, Switch } from 'wouter';
import { useProtocolEvents } from './asking.ts';
import { CatalogueRoom } from './CatalogueRoom.tsx';
import { ComparePage } from './ComparePage.tsx';
import { ProtocolPage } from './ProtocolPage.tsx';

/** What can be played: the catalogue, a page for each protocol, and what two of them differ in. */
export function ProtocolsRoom() {
  useProtocolEvents();
  return (
    <Switch>
      <Route path="/protocols/compare">
        <ComparePage before={null} after={null} />
      </Route>
      <Route path="/protocols/:before/diff/:after?">
        {({ before, after }) => <ComparePage before={before} after={after ?? null} />}
      </Route>
      <Route path="/protocols/:id">{({ id }) => <ProtocolPage key={id} id={id} />}</Route>
      <Route>
        <CatalogueRoom />
      </Route>
    </Switch>
  );
}
