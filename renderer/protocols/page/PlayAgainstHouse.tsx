import { IconArmchair } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import type { LobbyEntry, ProtocolPage } from '../../../shared/bridge/contract.ts';
import { offeredStrength } from '../../../shared/bridge/house-strengths.ts';
import { isolatedName } from '../../../shared/peer-text.ts';
import { shownTermsOf } from '../../../shared/tables/shown-terms.ts';
import { attempt } from '../../core/attempt.ts';
import { useApp, useBridge, useLobby } from '../../core/context.tsx';
import { houseTables } from '../../core/house-tables.ts';
import { asProblem } from '../../core/problem.ts';
import { Button } from '../../ui/Button.tsx';
import { ProblemLine } from '../../ui/ProblemLine.tsx';
import { Tag } from '../../ui/Tag.tsx';

/** A button that joins the house's table of a game, or else why there is none. */
export function PlayAgainstHouse({ page: { protocol_id, type } }: { page: ProtocolPage }) {
  const { t } = useTranslation('protocols');
  const bridge = useBridge();
  const [, navigate] = useLocation();
  const ready = useApp((app) => app.phase === 'ready');
  const embedded = useApp((app) => app.community.embedded);
  const { house_on, house_strength } = useApp((app) => app.settings);
  const table = useLobby(
    ({ entries }) => houseTables(entries, offeredStrength(house_strength)).get(protocol_id) ?? null,
  );
  const join = useMutation({
    mutationFn: (entry: LobbyEntry) =>
      bridge.tables.join({ post_id: entry.post_id, control_mode: 'human', shown: shownTermsOf(entry) }),
    onSuccess: ({ table_id }) => navigate(`/tables/${table_id}`),
  });
  if (!table && !embedded) {
    return (
      <p className="small dim">
        {t('house.elsewhere')} <Link href={`/?game=${protocol_id}`}>{t('house.find')}</Link>
      </p>
    );
  }
  if (!table && !house_on) {
    return (
      <div className="row wrap">
        <span className="small dim">{t('house.off')}</span>
        <Button data-action="house-on" onClick={() => attempt(() => bridge.app.set_settings({ house_on: true }))}>
          {t('house.turn_on')}
        </Button>
      </div>
    );
  }
  const canJoin = table !== null && ready && !join.isPending && !join.isSuccess;
  return (
    <div className="col">
      <div className="row wrap">
        <Button
          data-action="play-house"
          aria-disabled={!canJoin || undefined}
          onClick={() => canJoin && join.mutate(table)}
        >
          <IconArmchair size={17} stroke={1.75} aria-hidden="true" />
          {t(type === 'game' ? 'house.play' : 'house.talk')}
        </Button>
        <span className="row small dim">
          {table ? t('house.opponent', { name: isolatedName(table.host.nickname) }) : t('house.busy')}
          {table?.house?.strength && <Tag>{t(`house.strength.${table.house.strength}`)}</Tag>}
        </span>
      </div>
      {join.error && <ProblemLine problem={asProblem(join.error)} />}
    </div>
  );
}
