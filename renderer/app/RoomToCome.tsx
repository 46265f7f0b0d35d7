import { useTranslation } from 'react-i18next';
import { Empty } from '../look/Empty.tsx';
import { Page } from './Page.tsx';
import { rooms } from './rooms.ts';

/** An honest page for a room that is not there yet: what will be in it, and no invented contents. */
export function RoomToCome({ room }: { room: 'studio' }) {
  const { t } = useTranslation();
  const Icon = rooms.find(({ id }) => id === room)?.Icon;
  return (
    <Page title={t(`room.${room}`)}>
      <Empty
        icon={Icon && <Icon size={28} stroke={1.5} className="good" aria-hidden="true" />}
        title={t('to_come.label')}
      >
        {t(`to_come.${room}`)}
      </Empty>
    </Page>
  );
}
