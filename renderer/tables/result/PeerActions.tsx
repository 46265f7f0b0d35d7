import type { Table } from '../../../shared/bridge/contract.ts';
import { canRematch } from '../../../shared/tables/rematch.ts';
import { ChallengeButton } from '../../hosting/ChallengeButton.tsx';
import { AddContact, PersonMenu } from '../../people/person-actions.tsx';
import styles from './ResultHero.module.css';
import { TellHost } from './TellHost.tsx';

/** Another game with the person on the other side, and what the user thinks of them; nothing for house players. */
export function PeerActions({ table }: { table: Table }) {
  const { public_key, nickname, house } = table.peer;
  if (house || !canRematch(table)) return null;
  const boardEvidence = table.checks.find(({ id }) => id === 'board')?.evidence ?? [];
  const showedHostsBoard = boardEvidence.some(({ name, value }) => name === 'source' && value === 'host_p2p');
  const person = { publicKey: public_key, name: nickname, variant: 'felt' } as const;
  return (
    <div className={`row wrap ${styles.peer}`}>
      <ChallengeButton publicKey={public_key} variant="felt" />
      {showedHostsBoard && <TellHost table={table} />}
      <AddContact {...person} />
      <PersonMenu {...person} about={{ kind: 'table', table_id: table.table_id }} />
    </div>
  );
}
