import { IconBook2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { isHex64 } from '../../../shared/signing/hex.ts';
import { useCommunityName } from '../../core/community-name.ts';
import { protocolPath } from '../../core/protocol-paths.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import catalogueRoom from './CatalogueRoom.module.css';
import { type CatalogueFilter, isFiltered, noFilter } from './filter.ts';

interface CatalogueEmptyProps {
  filter: CatalogueFilter;
  /** The number of protocols without the filter. */
  total: number;
  onChange(filter: CatalogueFilter): void;
}

/** Shown if no protocol matches; a search for an id offers to open its page. */
export function CatalogueEmpty({ filter, total, onChange }: CatalogueEmptyProps) {
  const { t } = useTranslation('protocols');
  const [, navigate] = useLocation();
  const community = useCommunityName();
  const id = filter.text.trim().toLowerCase();
  return (
    <div className={catalogueRoom.centre}>
      <EmptyState
        icon={<IconBook2 size={28} stroke={1.5} className="good" aria-hidden="true" />}
        title={t(isFiltered(filter) ? 'none.title' : 'nothing.title')}
        actions={
          isFiltered(filter) && (
            <>
              {isHex64(id) && (
                <Button variant="primary" onClick={() => navigate(protocolPath(id))}>
                  {t('none.by_id')}
                </Button>
              )}
              <Button onClick={() => onChange(noFilter)}>{t('none.clear')}</Button>
            </>
          )
        }
      >
        {isFiltered(filter) ? t('none.body', { count: total, community }) : t('nothing.body', { community })}
      </EmptyState>
    </div>
  );
}
