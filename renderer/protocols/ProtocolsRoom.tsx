import { Route, Switch } from 'wouter';
import { CatalogueRoom } from './catalogue/CatalogueRoom.tsx';
import { ComparePage } from './compare/ComparePage.tsx';
import { ProtocolPage } from './page/ProtocolPage.tsx';
import { useProtocolEvents } from './queries.ts';

/** Routes to the catalogue, the page of a protocol, and comparisons. */
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
