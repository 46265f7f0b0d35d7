import { afterEach, expect, it } from 'vitest';
import { hostedOf } from '../testing/hosting-samples.ts';
import { renderPart } from '../testing/render.tsx';
import { protocolIdNamed } from '../testing/samples.ts';
import { HostedRows } from './HostedRows.tsx';

afterEach(() => history.replaceState(null, '', '#/'));

it('a row shows its table, also while the sheet of the network is open', async () => {
  history.replaceState(null, '', '#/?network=&contacts=');
  const hosted = hostedOf({ protocol: protocolIdNamed('Connect Four'), control_mode: 'human' });
  const screen = await renderPart(<HostedRows openId={null} />, {
    handlers: { tables: { hosting: () => ({ hosted: [hosted] }) } },
  });
  await screen.getByRole('button').click();
  const query = new URLSearchParams(location.hash.split('?')[1]);
  expect([query.get('mine'), query.get('network')]).toEqual([hosted.post_id, null]);
});
